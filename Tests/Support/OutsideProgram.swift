public import Foundation

/// A program of someone else's that tells whether ours is right.
public struct OutsideProgram: Sendable {
  /// Where it is.
  public let path: URL

  /// Takes a program by its path.
  public init(at path: URL) { self.path = path }

  /// Finds a program in the search path; `nil` where it is not installed.
  public init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    // What checks volumes lies where only administrators look.
    let candidates = (folders + ["/usr/sbin", "/sbin"]).map {
      URL(filePath: String($0)).appending(path: name)
    }
    guard
      let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { return nil }
    self.path = path
  }

  /// Finds a program that tests compare with.
  ///
  /// - Throws: ``MissingOracle`` where it is not installed.
  public init(_ oracle: Oracle) throws(MissingOracle) {
    guard let found = OutsideProgram(oracle.rawValue) else { throw MissingOracle(oracle: oracle) }
    self = found
    oracle.note()
  }

  /// Runs the program in a folder and waits for it.
  ///
  /// - Parameters:
  ///   - arguments: What follows its name.
  ///   - folder: Where it runs.
  ///   - input: A file that it reads as its standard input.
  /// - Returns: Its exit status, -1 when a signal has ended it, and what it wrote to its standard output.
  public func run(
    _ arguments: [String], in folder: URL, input: URL? = nil
  ) throws -> (status: Int32, output: String) {
    let pipe = try PrivatePipe()
    let printed = FileHandle(fileDescriptor: pipe.reading, closeOnDealloc: true)
    let input = try input.map { try FileHandle(forReadingFrom: $0) }
    let program: StartedProgram
    do {
      defer { close(pipe.writing) }
      program = try StartedProgram(
        at: path.path, [path.path] + arguments, folder: folder.path,
        input: input?.fileDescriptor, output: pipe.writing)
    }
    let output = try printed.readToEnd() ?? Data()
    return (program.waitForEnd() ?? -1, String(decoding: output, as: UTF8.self))
  }
}
