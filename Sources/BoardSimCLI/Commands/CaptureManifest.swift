internal import Bytes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The manifest of `capture fetch`: public captures, their addresses and their checksums.
struct CaptureManifest {
  /// A capture of the manifest.
  struct Entry: Decodable, Equatable {
    /// The capture's name, which is also the file's name.
    var name: String
    /// The URL, `https://…` or `http://…`.
    var address: String
    /// The file's length, bytes.
    var bytes: Int
    /// The SHA-256, 64 hexadecimal digits.
    var sha256: String
    /// The licence of the capture.
    var licence: String
    /// The description of the capture.
    var about: String
  }

  /// The captures in the manifest's order.
  let entries: [Entry]

  private struct Document: Decodable {
    var captures: [Entry]
  }

  /// Reads a manifest: `{"captures":[…]}` in JSON, each with the members of ``Entry``.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - path: The file's name in errors.
  /// - Throws: ``Failure`` that names the fault in the manifest.
  init(_ bytes: [UInt8], path: String) throws(Failure) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
      throw Failure(
        message: "'\(path)' is no manifest of captures: it must be JSON with \"captures\", each "
          + "with name, address, bytes, sha256, licence and about")
    }
    entries = document.captures
    var names: Set<String> = []
    for entry in entries {
      if let problem = entry.problem ?? (names.contains(entry.name) ? "comes twice" : nil) {
        let name = String(entry.name.prefix(60)).debugDescription
        throw Failure(message: "'\(path)': the capture \(name) \(problem)")
      }
      names.insert(entry.name)
    }
  }

  /// Returns the capture of a name; `nil` for an unknown name.
  func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  /// The greatest length of a capture, bytes.
  static let longest = 1 << 30
}

extension CaptureManifest.Entry {
  /// The fault of the entry, as the continuation of its name; `nil` for a valid entry.
  fileprivate var problem: String? {
    if !isPlainName {
      return "must be named by letters, digits, '-', '_' and '.', not beginning with '.'"
    }
    if !address.hasPrefix("https://"), !address.hasPrefix("http://") {
      return "has no address that begins with https:// or http://"
    }
    if !(1...CaptureManifest.longest).contains(bytes) {
      return "must have 1 to \(CaptureManifest.longest) bytes"
    }
    if sha256.utf8.count != 64 || !sha256.utf8.allSatisfy({ $0.hexadecimalValue != nil }) {
      return "has no SHA-256 of 64 hexadecimal digits"
    }
    return nil
  }

  /// Whether the name denotes a file directly within its folder, and not a hidden one.
  private var isPlainName: Bool {
    let isPlain = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
    return isPlain && (1...100).contains(name.utf8.count) && !name.hasPrefix(".")
  }
}
