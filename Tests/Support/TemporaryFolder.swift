public import Foundation

/// A new folder that goes with its owner.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "boardsim-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Its path.
  public var path: String { url.path }

  /// The path of a file in it, which need not exist.
  public func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file, and returns its path.
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  /// The bytes of a file.
  public func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }

  /// Takes away a file, or a folder with what is in it.
  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appending(path: name))
  }

  /// The text of a file.
  public func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  /// Returns the names of the files in one of its folders, sorted.
  public func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// The names of its files, sorted.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
