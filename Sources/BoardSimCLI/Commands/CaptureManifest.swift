internal import Bytes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The manifest of `capture fetch`: public captures, their addresses and their check sums.
struct CaptureManifest {
  /// A capture of the manifest.
  struct Entry: Decodable, Equatable {
    /// The name it is asked for by, which is the file's name too.
    var name: String
    /// `https://…`.
    var address: String
    /// The length in bytes.
    var bytes: Int
    /// 64 hexadecimal digits.
    var sha256: String
    /// Under which it may be used.
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
  ///   - bytes: The file.
  ///   - path: What errors call it.
  /// - Throws: ``Failure`` that names what is wrong in it.
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

  /// The capture of a name; `nil` when there is none.
  func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  /// The largest capture that is fetched, bytes.
  static let longest = 1 << 30
}

extension CaptureManifest.Entry {
  /// The fault of the entry, to follow its name.
  fileprivate var problem: String? {
    if !isPlainName {
      return "must be named by letters, digits, '-', '_' and '.', not beginning with '.'"
    }
    if !address.hasPrefix("https://"), !address.hasPrefix("http://") {
      return "has no address that begins with https://"
    }
    if !(1...CaptureManifest.longest).contains(bytes) {
      return "must have 1 to \(CaptureManifest.longest) bytes"
    }
    if sha256.utf8.count != 64 || !sha256.utf8.allSatisfy({ $0.hexadecimalValue != nil }) {
      return "has no SHA-256 of 64 hexadecimal digits"
    }
    return nil
  }

  /// Whether the name leads nowhere but into the folder it is put in.
  private var isPlainName: Bool {
    let isPlain = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
    return isPlain && (1...100).contains(name.utf8.count) && !name.hasPrefix(".")
  }
}
