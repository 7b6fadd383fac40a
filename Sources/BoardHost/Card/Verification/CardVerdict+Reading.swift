internal import BoardFirmware
internal import Bytes
internal import Platform

extension CardVerdict {
  /// Verifies the chained files of a card; other files are ignored.
  ///
  /// - Parameters:
  ///   - path: The path of a folder or an image.
  ///   - key: The public half of the expected signer's key, 64 hexadecimal digits; `nil` for any signer.
  /// - Throws: ``CardVerificationError`` when the card is unreadable or has no chained file, or the key is
  ///   invalid.
  public init(verifying path: String, key: String? = nil) throws(CardVerificationError) {
    if let key, CardKey.bytes(Array(key.utf8)[...], count: 32) == nil { throw .notAKey(key) }
    let key = key?.lowercased()
    do throws(CardError) {
      self =
        Folder.isAt(path)
        ? try Self.verify(FolderFiles(path: path), key)
        : try Self.verify(ImageFiles(path: path, for: .reading), key)
    } catch {
      throw .unreadable(
        path, error == .absent ? "there is neither a folder nor an image" : error.description)
    }
    guard files.contains(where: \.isChained) else { throw .notChained(path, days: files.count) }
  }

  private static func verify<Medium: CardMedium & ~Copyable>(
    _ medium: consuming Medium, _ key: String?
  ) throws(CardError) -> CardVerdict {
    let shelf = Shelf(medium)
    var verification = CardVerification(key: key) { name throws(CardError) in
      let bytes: [UInt8]
      do throws(CardError) {
        bytes = try shelf.medium.end(ofFile: name, upTo: mostBytes)
      } catch {
        throw .failed("\(name): \(error)")
      }
      guard bytes.count < mostBytes else {
        throw .failed("\(name) has a gigabyte or more; cut it at whole days")
      }
      return bytes
    }
    for name in try shelf.medium.names().filter(\.isDailyFile).sorted() {
      try verification.examine(name)
    }
    return verification.verdict
  }

  private static var mostBytes: Int { 1 << 30 }
}

/// A reference to a noncopyable medium.
private final class Shelf<Medium: CardMedium & ~Copyable> {
  var medium: Medium
  init(_ medium: consuming Medium) { self.medium = medium }
}

/// A card that cannot be verified.
public enum CardVerificationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A card that cannot be read, with the reason.
  case unreadable(String, String)
  /// None of the card's daily files is chained; `days` is the number of daily files.
  case notChained(String, days: Int)
  /// The argument for the key is no public key.
  case notAKey(String)

  /// A description of the error, its place and its remedy.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot verify '\(path)': \(reason)"
    case .notChained(let path, let days):
      "'\(path)' has no "
        + (days == 0 ? "day's file" : "chained day's file among \(days)")
        + "; 'boardsim run --card-chain' writes chained ones"
    case .notAKey(let key):
      "'\(key)' is no public key, which is 64 hexadecimal digits, as --card-chain tells it"
    }
  }
}
