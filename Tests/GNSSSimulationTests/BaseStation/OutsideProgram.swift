import Foundation

/// A program of someone else's that tells whether ours is right.
struct OutsideProgram {
  let path: URL

  /// Finds a program in the search path; `nil` where it is not installed.
  init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { URL(filePath: String($0)).appending(path: name) }
    guard
      let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { return nil }
    self.path = path
  }

  /// Runs the program in a folder and waits for it.
  ///
  /// - Returns: Its exit status and what it wrote to its standard output.
  func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = path
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Whether each of the named programs is installed.
  static func areInstalled(_ names: String...) -> Bool {
    names.allSatisfy { OutsideProgram($0) != nil }
  }

  /// Whether Python finds a module.
  static func pythonHas(_ module: String) -> Bool {
    let folder = FileManager.default.temporaryDirectory
    let result = try? OutsideProgram("python3")?.run(["-c", "import \(module)"], in: folder)
    return result?.status == 0
  }
}

/// A new folder that is gone when the body has run.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "boardsim-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
