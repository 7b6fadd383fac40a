public import RTCMParser

/// A frame and the message that a receiver must read from it.
public struct TestVector: Hashable, Sendable {
  /// The origin of a frame's bytes.
  public enum Origin: String, Hashable, Sendable {
    /// A worked example that RTCM's standard prints byte by byte.
    case standard
    /// A frame encoded by RTCMParser, from which other decoders read the same values.
    case selfMade = "self-made"
  }

  /// The vector's unique name, such as `1005`, `4076-21`, `1246-draft` or `1029-standard`.
  public let name: String
  /// The origin of the frame's bytes.
  public let origin: Origin
  /// The message as decoded: each value is rounded to the step of its field.
  public let message: RTCMMessage
  /// The frame's bytes, from 0xD3 to the last byte of the CRC.
  public let frame: [UInt8]

  /// The message number, DF002.
  public var type: UInt16 { message.type }
  /// The message from DF002 on: the bytes between the frame's length and its CRC.
  public var payload: [UInt8] {
    Array(frame[RTCMFrame.headerLength..<(frame.count - RTCMFrame.checkLength)])
  }

  /// Creates a vector by encoding a message.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a value does not fit its field.
  public init(_ message: RTCMMessage) throws(RTCMEncodingError) {
    let payload = try message.encode()
    var decoded = message
    // Encoded messages can be decoded; if one ever could not, a comparison with the message would show it.
    do { decoded = try RTCMMessage(decoding: payload.span) } catch {}
    self.message = decoded
    frame = try RTCMFrame.encoding(payload: payload.span)
    origin = .selfMade
    name =
      "\(message.type)" + (message.subtype.map { "-\($0)" } ?? "")
      + (message.isDraft ? "-draft" : "")
  }

  private init(standardExample message: RTCMMessage, frame: [UInt8]) {
    self.message = message
    self.frame = frame
    origin = .standard
    name = "\(message.type)-standard"
  }
}

extension TestVector {
  /// Returns the standard's examples, then a vector of every sample message.
  ///
  /// - Throws: Nothing, as long as ``SampleMessages`` fit their fields; this package tests that they do.
  public static func all() throws(RTCMEncodingError) -> [TestVector] {
    var vectors = standardExamples
    for message in try SampleMessages.all() { vectors.append(try TestVector(message)) }
    return vectors
  }

  /// The messages that the standard prints as worked examples: 1005 and 1029.
  ///
  /// Source: RTCM 10403.3 §4.2 and message 1029.
  public static var standardExamples: [TestVector] {
    let position = ECEFPosition(x: 1_114_104.5999, y: -4_850_729.7108, z: 3_975_521.4643)
    var station = AntennaReferencePoint(stationID: 2003, position: position)
    (station.hasGLONASS, station.hasGalileo) = (false, false)
    station.hasSingleOscillator = false
    let text = UnicodeText(
      stationID: 23, time: TransmissionTime(modifiedJulianDay: 132, secondOfDay: 59_100),
      text: "UTF-8 проверка wörter")
    return [
      TestVector(standardExample: .antennaReferencePoint(station), frame: stationExample),
      TestVector(standardExample: .unicodeText(text), frame: textExample),
    ]
  }

  private static var stationExample: [UInt8] {
    [
      0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34,
      0xB4, 0xBD, 0x62, 0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
    ]
  }

  private static var textExample: [UInt8] {
    [
      0xD3, 0x00, 0x27, 0x40, 0x50, 0x17, 0x00, 0x84, 0x73, 0x6E, 0x15, 0x1E, 0x55, 0x54, 0x46,
      0x2D, 0x38, 0x20, 0xD0, 0xBF, 0xD1, 0x80, 0xD0, 0xBE, 0xD0, 0xB2, 0xD0, 0xB5, 0xD1, 0x80,
      0xD0, 0xBA, 0xD0, 0xB0, 0x20, 0x77, 0xC3, 0xB6, 0x72, 0x74, 0x65, 0x72, 0xED, 0xA3, 0x3B,
    ]
  }
}
