internal import Bytes

/// The fields of one complete NMEA 0183 sentence.
///
/// ```swift
/// if let sentence = NMEASentence(decoding: line.span), sentence.type == "RMC" {
///   print(sentence.timeOfDay(at: 1), sentence.latitude(at: 3), sentence.longitude(at: 5))
/// }
/// ```
/// Field 0 is the address, such as `GNRMC`. A missing field reads as an empty field does: as `nil`.
public struct NMEASentence: Hashable, Sendable {
  private let fields: [ArraySlice<UInt8>]

  /// Decodes a sentence, `$…*hh` with or without a line end.
  ///
  /// - Returns: `nil` when the checksum is missing or wrong.
  public init?(decoding bytes: Span<UInt8>) {
    guard let body = NMEAChecksum.body(of: bytes) else { return nil }
    fields = [UInt8](bytes.extracting(body))
      .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
  }

  /// The number of fields, the address included.
  public var count: Int { fields.count }

  /// The talker and the type, such as `GNGGA`.
  public var address: String { String(decoding: fields[0], as: UTF8.self) }

  /// The sentence's type without the talker, such as `GGA`; `nil` when the address is not five characters.
  public var type: String? {
    fields[0].count == 5 ? String(decoding: fields[0].dropFirst(2), as: UTF8.self) : nil
  }

  /// Whether the sentence has a type, such as `GGA`, from any talker.
  public func isOf(type: String) -> Bool {
    fields[0].count == 5 && fields[0].dropFirst(2).begins(with: type)
  }

  /// Whether a field consists of exactly the given letter.
  func isLetter(_ letter: Unicode.Scalar, at index: Int) -> Bool {
    field(index).count == 1 && field(index).first == UInt8(ascii: letter)
  }

  /// Returns a field's text; `nil` when the sentence has no such field.
  public func text(at index: Int) -> String? {
    fields.indices.contains(index) ? String(decoding: fields[index], as: UTF8.self) : nil
  }

  /// Returns a field as an unsigned integer; `nil` when the field is not an unsigned integer.
  public func integer(at index: Int) -> Int? { field(index).decimalInteger }

  /// Returns a field as a number, with or without sign and decimals; `nil` when the field is not a number.
  public func number(at index: Int) -> Double? { field(index).decimalNumber }

  /// Returns a field `hhmmss` or `hhmmss.sss` as the time since midnight; `nil` when the field is not a time.
  public func timeOfDay(at index: Int) -> Duration? {
    let field = field(index)
    guard field.count >= 6, let whole = field.prefix(6).decimalInteger,
      let fraction = field.count > 6 ? field.dropFirst(6).decimalNumber : 0,
      whole / 10_000 < 24, whole / 100 % 100 < 60, whole % 100 < 60, (0..<1).contains(fraction)
    else { return nil }
    let seconds = whole / 10_000 * 3600 + whole / 100 % 100 * 60 + whole % 100
    return .seconds(seconds) + .nanoseconds(Int64((fraction * 1e9).rounded()))
  }

  /// Returns a latitude, read from a field and the hemisphere in the next field.
  ///
  /// The latitude is in degrees, `-90...90`, north positive.
  public func latitude(at index: Int) -> Double? { degrees(at: index, "N", "S", limit: 90) }

  /// Returns a longitude, read from a field and the hemisphere in the next field.
  ///
  /// The longitude is in degrees, `-180...180`, east positive.
  public func longitude(at index: Int) -> Double? { degrees(at: index, "E", "W", limit: 180) }

  /// Returns an angle in degrees, read from a field of degrees and minutes in one number, such as `4527.5`.
  private func degrees(
    at index: Int, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar, limit: Double
  ) -> Double? {
    let (field, hemisphere) = (field(index), field(index + 1))
    let point = field.firstIndex(of: UInt8(ascii: ".")) ?? field.endIndex
    guard point - field.startIndex >= 3,
      let degrees = field[..<(point - 2)].decimalInteger,
      let minutes = field[(point - 2)...].decimalNumber, minutes >= 0, minutes < 60
    else { return nil }
    let magnitude = Double(degrees) + minutes / 60
    guard magnitude <= limit, hemisphere.count == 1, let letter = hemisphere.first else {
      return nil
    }
    if letter.lowercased == UInt8(ascii: positive).lowercased { return magnitude }
    return letter.lowercased == UInt8(ascii: negative).lowercased ? -magnitude : nil
  }

  private func field(_ index: Int) -> ArraySlice<UInt8> {
    fields.indices.contains(index) ? fields[index] : []
  }
}
