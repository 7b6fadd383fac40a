/// The receiver's versions (UBX-MON-VER).
///
/// The payload holds the software version (30 bytes), the hardware version (10 bytes), and
/// extensions of 30 bytes each. All texts end with NUL.
public struct MonVER: Hashable, Sendable {
  /// The software version.
  public var softwareVersion: String
  /// The hardware version.
  public var hardwareVersion: String
  /// The extension texts, such as `FWVER=HPG 1.32` or `MODEL=…`.
  public var extensions: [String]

  /// Creates a message from its texts.
  public init(softwareVersion: String, hardwareVersion: String, extensions: [String] = []) {
    self.softwareVersion = softwareVersion
    self.hardwareVersion = hardwareVersion
    self.extensions = extensions
  }

  /// The value of the extension `key=value`, such as `MODEL`; `nil` when there is none.
  public subscript(key: String) -> String? {
    let prefix = Array(key.utf8) + [UInt8(ascii: "=")]
    for text in extensions {
      let bytes = Array(text.utf8)
      if bytes.starts(with: prefix) {
        return String(decoding: bytes[prefix.count...], as: UTF8.self)
      }
    }
    return nil
  }
}

extension MonVER: UBXPayload {
  /// The message ID of UBX-MON-VER.
  public static var messageID: UBXMessageID { .monVER }
  private static var softwareLength: Int { 30 }
  private static var hardwareLength: Int { 10 }
  private static var extensionLength: Int { 30 }

  /// Decodes a payload of 40 bytes followed by any number of extensions.
  public init(decoding payload: Span<UInt8>) throws(UBXDecodingError) {
    let fixed = Self.softwareLength + Self.hardwareLength
    let extensionBytes = payload.count - fixed
    guard extensionBytes >= 0, extensionBytes % Self.extensionLength == 0 else {
      throw UBXDecodingError(
        messageID: .monVER, reason: .length(expected: fixed, actual: payload.count))
    }
    softwareVersion = String(printableASCII: payload.extracting(0..<Self.softwareLength))
    hardwareVersion = String(printableASCII: payload.extracting(Self.softwareLength..<fixed))
    extensions = []
    for start in stride(from: fixed, to: payload.count, by: Self.extensionLength) {
      extensions.append(
        String(printableASCII: payload.extracting(start..<start + Self.extensionLength)))
    }
  }

  /// Encodes the payload; each text is truncated to leave one byte of its field for the NUL.
  public func encode() -> [UInt8] {
    var bytes: [UInt8] = []
    Self.append(softwareVersion, length: Self.softwareLength, to: &bytes)
    Self.append(hardwareVersion, length: Self.hardwareLength, to: &bytes)
    for text in extensions { Self.append(text, length: Self.extensionLength, to: &bytes) }
    return bytes
  }

  private static func append(_ text: String, length: Int, to bytes: inout [UInt8]) {
    let cut = text.utf8.prefix(length - 1)
    bytes += cut
    bytes += [UInt8](repeating: 0, count: length - cut.count)
  }
}
