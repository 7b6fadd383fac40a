public import VirtualBoard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A captured stream on disk, as raw bytes that other tools can read.
public enum CaptureFile {
  /// Reads a whole capture.
  ///
  /// - Throws: `CaptureError` when the file is missing, empty, a folder or unreadable.
  public static func read(_ path: String) throws(CaptureError) -> [UInt8] {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CaptureError(path: path, reason: .missing)
    }
    if isFolder { throw CaptureError(path: path, reason: .folder) }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw CaptureError(path: path, reason: .unreadable)
    }
    if data.isEmpty { throw CaptureError(path: path, reason: .empty) }
    return [UInt8](data)
  }
}
