public import VirtualBoard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A captured stream on disk: the raw bytes, as every other tool reads them.
public enum CaptureFile {
  /// Reads a capture whole.
  ///
  /// - Throws: `CaptureError` when there is no such file, it is empty or cannot be read.
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
