import Foundation

/// A program of the system, run by a test.
final class Program {
  private let process = Process()
  private let output = Pipe()

  /// Whether a program is installed; for `.enabled(if:)`.
  static func exists(_ name: String) -> Bool { path(name) != nil }

  /// Starts a program; what it prints can be read.
  init(_ name: String, _ arguments: [String]) throws {
    process.executableURL = URL(filePath: Self.path(name) ?? name)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// str2str does not heed a wish to end while it waits to connect again.
  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Everything printed until the program ended.
  func readToEnd() throws -> [UInt8] {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return [UInt8](data)
  }

  /// The first bytes printed; fewer only when the program ends.
  func read(_ count: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      guard let data = try output.fileHandleForReading.read(upToCount: count - all.count),
        !data.isEmpty
      else { break }
      all += data
    }
    return all
  }

  private static func path(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }
}
