internal import Bytes
internal import CSodium
internal import Platform

/// The key that signs a card's lines (Ed25519), from libsodium.
///
/// A key file holds the private half, 64 hexadecimal digits on one line; its owner must keep it secret.
public struct CardKey: Sendable {
  /// The public half, 64 hexadecimal digits, with which anyone can verify signatures.
  public let publicDigits: String
  private let secret: [UInt8]

  /// Creates a random key that is not stored.
  ///
  /// - Throws: ``CardKeyError/libraryFailed`` when libsodium cannot be initialised.
  public init() throws(CardKeyError) {
    guard sodium_init() >= 0 else { throw .libraryFailed }
    var seed = [UInt8](repeating: 0, count: Int(crypto_sign_SEEDBYTES))
    // Sound: the count is the size of the array.
    unsafe randombytes_buf(&seed, seed.count)
    self.init(seed: seed)
  }

  /// Reads the key in a file; creates a key and its file when the file is missing.
  ///
  /// - Throws: ``CardKeyError`` when the file holds no key, or cannot be read or created.
  public init(file path: String) throws(CardKeyError) {
    guard sodium_init() >= 0 else { throw .libraryFailed }
    guard let text = try Self.text(of: path) else {
      try self.init(making: path)
      return
    }
    guard let seed = Self.bytes(text[...].trimmed, count: Int(crypto_sign_SEEDBYTES)) else {
      throw .notAKey(path)
    }
    self.init(seed: seed)
  }

  /// Returns the contents of a file; `nil` when the file does not exist.
  private static func text(of path: String) throws(CardKeyError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileEnd.read(path, upTo: 1024)
    } catch {
      throw .system(path, error.code)
    }
  }

  private init(making path: String) throws(CardKeyError) {
    var seed = [UInt8](repeating: 0, count: Int(crypto_sign_SEEDBYTES))
    // Sound: the count is the size of the array.
    unsafe randombytes_buf(&seed, seed.count)
    do throws(SystemError) {
      try OwnFile.make(path, Array((seed.hexadecimal + "\n").utf8))
    } catch {
      throw .system(path, error.code)
    }
    self.init(seed: seed)
  }

  private init(seed: [UInt8]) {
    var open = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    // Sound: the arrays have the sizes that the library writes and reads.
    _ = unsafe crypto_sign_seed_keypair(&open, &secret, seed)
    publicDigits = open.hexadecimal
    self.secret = secret
  }

  /// Returns the line that signs all lines up to a link.
  func signature(of link: ChainLink) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
    // Sound: the arrays have the sizes that the library writes and reads.
    _ = unsafe crypto_sign_detached(
      &signature, nil, link.digits, UInt64(link.digits.count), secret)
    return Array("#SIG ed25519 \(publicDigits) \(signature.hexadecimal)\n".utf8)
  }

  /// Returns the bytes of `count` pairs of hexadecimal digits; `nil` for any other text.
  static func bytes(_ digits: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard digits.count == 2 * count else { return nil }
    let values = digits.compactMap(\.hexadecimalValue)
    guard values.count == digits.count else { return nil }
    return (0..<count).map { values[2 * $0] << 4 | values[2 * $0 + 1] }
  }
}

/// A missing or invalid key for signatures.
public enum CardKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file holds no key.
  case notAKey(String)
  /// The system refused the file, by its error number.
  case system(String, Int32)
  /// libsodium cannot be initialised.
  case libraryFailed

  /// A description of the error, its place and its remedy.
  public var description: String {
    switch self {
    case .notAKey(let path):
      "'\(path)' holds no key, which is 64 hexadecimal digits; name a new file, and one is made"
    case .system(let path, let code):
      "cannot use '\(path)' for the card's key: \(systemText(ofError: code)); name another file"
    case .libraryFailed: "libsodium cannot be used; install it again"
    }
  }
}

/// A line that signs all lines before it.
struct CardSignature {
  /// The signer: the public half of the key, 64 digits.
  let publicDigits: ArraySlice<UInt8>
  private let key: [UInt8]
  private let signature: [UInt8]

  /// Reads `#SIG ed25519 KEY SIGNATURE`; `nil` for any other line.
  init?(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 4, words[0].elementsEqual("#SIG".utf8),
      words[1].elementsEqual("ed25519".utf8), words[2].allSatisfy(ChainLink.isDigit),
      let key = CardKey.bytes(words[2], count: Int(crypto_sign_PUBLICKEYBYTES)),
      let signature = CardKey.bytes(words[3], count: Int(crypto_sign_BYTES)),
      words[3].allSatisfy(ChainLink.isDigit)
    else { return nil }
    (publicDigits, self.key, self.signature) = (words[2], key, signature)
  }

  /// Whether the line signs the lines up to a link.
  func signs(_ link: ChainLink) -> Bool {
    // Sound: the arrays have the sizes that the library reads.
    unsafe crypto_sign_verify_detached(signature, link.digits, UInt64(link.digits.count), key) == 0
  }
}
