/// A sample of an SPS30.
///
/// Every size bin begins at 0.3 µm, so each bin includes the smaller ones. There is no mass for PM0.5.
public struct SPS30Reading: Hashable, Sendable {
  /// The mass concentration of PM1.0 in µg/m³.
  public var massPM1: Float = 0
  /// The mass concentration of PM2.5 in µg/m³.
  public var massPM25: Float = 0
  /// The mass concentration of PM4.0 in µg/m³.
  public var massPM4: Float = 0
  /// The mass concentration of PM10 in µg/m³.
  public var massPM10: Float = 0
  /// The number concentration of PM0.5 in particles/cm³.
  public var numberPM05: Float = 0
  /// The number concentration of PM1.0 in particles/cm³; 3000 means 3000 or more.
  public var numberPM1: Float = 0
  /// The number concentration of PM2.5 in particles/cm³; 3000 means 3000 or more.
  public var numberPM25: Float = 0
  /// The number concentration of PM4.0 in particles/cm³; 3000 means 3000 or more.
  public var numberPM4: Float = 0
  /// The number concentration of PM10 in particles/cm³; 3000 means 3000 or more.
  public var numberPM10: Float = 0
  /// The typical particle size in µm.
  public var typicalSizeMicrometres: Float = 0

  /// Creates a sample with all values zero.
  public init() {}
}

extension SPS30Reading {
  /// The number of values of a sample.
  public static var valueCount: Int { 10 }

  /// Decodes a sample without verifying the CRC bytes.
  ///
  /// - Precondition: `bytes` has 60 bytes: ten values of two words with CRC bytes.
  public init(decoding bytes: Span<UInt8>) {
    self.init()
    for index in 0..<Self.valueCount {
      self[index] = Float(bitPattern: SPS30Words.doubleWord(index * 2, in: bytes))
    }
  }

  /// Returns the 60 bytes of the sample, with CRC bytes.
  public func encode() -> InlineArray<60, UInt8> {
    var bytes = InlineArray<60, UInt8>(repeating: 0)
    for word in 0..<Self.valueCount * 2 {
      let bits = self[word / 2].bitPattern
      let encoded = SPS30Words.encode(UInt16(truncatingIfNeeded: word % 2 == 0 ? bits >> 16 : bits))
      for index in encoded.indices { bytes[word * 3 + index] = encoded[index] }
    }
    return bytes
  }

  /// The value at an index in the order of transmission.
  ///
  /// - Precondition: `index` is in `0..<valueCount`.
  public subscript(index: Int) -> Float {
    get {
      switch checked(index) {
      case 0: massPM1
      case 1: massPM25
      case 2: massPM4
      case 3: massPM10
      case 4: numberPM05
      case 5: numberPM1
      case 6: numberPM25
      case 7: numberPM4
      case 8: numberPM10
      default: typicalSizeMicrometres
      }
    }
    set {
      switch checked(index) {
      case 0: massPM1 = newValue
      case 1: massPM25 = newValue
      case 2: massPM4 = newValue
      case 3: massPM10 = newValue
      case 4: numberPM05 = newValue
      case 5: numberPM1 = newValue
      case 6: numberPM25 = newValue
      case 7: numberPM4 = newValue
      case 8: numberPM10 = newValue
      default: typicalSizeMicrometres = newValue
      }
    }
  }

  private func checked(_ index: Int) -> Int {
    precondition((0..<Self.valueCount).contains(index), "a sample has ten values")
    return index
  }

  /// Whether air can have these values: finite and not negative, and not decreasing with the size bin.
  ///
  /// The invariants are those of Sensirion's own test. Minus zero occurs and is accepted. A sample
  /// of zeros, including the typical size, is rejected, because the part never measures it.
  var isPlausible: Bool {
    for index in 0..<Self.valueCount where !(self[index].isFinite && self[index] >= 0) {
      return false
    }
    return massPM1 <= massPM25 && massPM25 <= massPM4 && massPM4 <= massPM10
      && numberPM05 <= numberPM1 && numberPM1 <= numberPM25 && numberPM25 <= numberPM4
      && numberPM4 <= numberPM10 && (massPM10 > 0 || numberPM10 > 0 || typicalSizeMicrometres > 0)
  }

  /// Whether the PM10 mass or the PM0.5 number is at or beyond the end of its range (§1.1).
  ///
  /// Numbers of larger particles alone may reach the end in dense smoke without affecting the other values.
  var isSaturated: Bool { massPM10 >= 1000 || numberPM05 >= 3000 }

  /// The sample with minus zeros replaced by zeros, for printing.
  var withoutNegativeZeros: Self {
    var copy = self
    for index in 0..<Self.valueCount where self[index] == 0 { copy[index] = 0 }
    return copy
  }
}
