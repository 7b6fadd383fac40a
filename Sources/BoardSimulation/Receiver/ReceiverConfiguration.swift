internal import SensorDrivers

/// The configuration items that the model knows, with the values of a ZED-F9P as delivered.
///
/// Values in force are those of the RAM layer; the battery-backed and flash layers keep what they
/// are told and would come into force at the next start.
struct ReceiverConfiguration: Sendable {
  /// Where a value is kept.
  enum Layer: Int, CaseIterable, Sendable {
    case ram, batteryBackedRAM, flash
  }

  private var layers: [[UInt64?]]

  /// The configuration as delivered.
  init() {
    let empty = [UInt64?](repeating: nil, count: Self.items.count)
    layers = [Self.items.map(\.standard), empty, empty]
  }

  /// The value in force; 0 for an item that the model does not know.
  subscript(key: UBXConfigurationKey) -> UInt64 {
    Self.index(of: key).flatMap { layers[0][$0] } ?? 0
  }

  /// Whether an item that is a switch is on.
  func isOn(_ key: UBXConfigurationKey) -> Bool { self[key] != 0 }

  /// The value that a layer keeps; `nil` when it keeps none.
  func value(of key: UBXConfigurationKey, in layer: Layer) -> UInt64? {
    Self.index(of: key).flatMap { layers[layer.rawValue][$0] }
  }

  /// The value as delivered; `nil` for an item that the model does not know.
  static func standardValue(of key: UBXConfigurationKey) -> UInt64? {
    index(of: key).map { items[$0].standard }
  }

  /// Whether an item is known and may have a value.
  static func accepts(_ item: UBXConfigurationItem) -> Bool {
    index(of: item.key).map { items[$0].range.contains(item.value) } ?? false
  }

  /// Sets all items in a layer, or none.
  ///
  /// - Returns: Whether every item is known and its value allowed.
  mutating func set(_ newItems: [UBXConfigurationItem], in chosen: [Layer] = [.ram]) -> Bool {
    guard !chosen.isEmpty, newItems.allSatisfy(Self.accepts) else { return false }
    for item in newItems {
      guard let index = Self.index(of: item.key) else { continue }
      for layer in chosen { layers[layer.rawValue][index] = item.value }
    }
    return true
  }

  private static func index(of key: UBXConfigurationKey) -> Int? {
    items.firstIndex { $0.key == key }
  }
}

extension ReceiverConfiguration {
  /// One item: what it may be, and what it is as delivered.
  struct Item: Sendable {
    var key: UBXConfigurationKey
    var range: ClosedRange<UInt64>
    var standard: UInt64

    init(_ key: UBXConfigurationKey, _ range: ClosedRange<UInt64>, standard: UInt64) {
      self.key = key
      self.range = range
      self.standard = standard
    }

    static func isSwitch(_ key: UBXConfigurationKey, standard: UInt64) -> Item {
      Item(key, 0...1, standard: standard)
    }

    static func rate(_ key: UBXConfigurationKey, standard: UInt64) -> Item {
      Item(key, 0...255, standard: standard)
    }
  }

  /// Source: ZED-F9P interface description, configuration interface and default values.
  static let items: [Item] = [
    Item(.i2cAddress, 0x84...0x84, standard: 0x84),  // 0x42; the model cannot move
    .isSwitch(.i2cExtendedTimeout, standard: 0),
    .isSwitch(.i2cInputUBX, standard: 1),
    .isSwitch(.i2cInputNMEA, standard: 1),
    .isSwitch(.i2cInputRTCM3, standard: 1),
    .isSwitch(.i2cOutputUBX, standard: 1),
    .isSwitch(.i2cOutputNMEA, standard: 1),
    .isSwitch(.i2cOutputRTCM3, standard: 1),
    Item(.measurementPeriod, 25...65_535, standard: 1000),
    Item(.navigationRate, 1...127, standard: 1),
    Item(.correctionTimeout, 1...255, standard: 60),
    .isSwitch(.nmeaHighPrecision, standard: 0),
    Item(.informationUBX, 0...31, standard: 0),
    .rate(.outputNavPVT, standard: 0),
    .rate(.outputNavHPPosLLH, standard: 0),
    .rate(.outputNavRelPosNED, standard: 0),
    .rate(.outputRxmRTCM, standard: 0),
    .rate(.outputNMEAGGA, standard: 1),
    .rate(.outputNMEAGLL, standard: 1),
    .rate(.outputNMEAGSA, standard: 1),
    .rate(.outputNMEAGSV, standard: 1),
    .rate(.outputNMEARMC, standard: 1),
    .rate(.outputNMEAVTG, standard: 1),
  ]
}

/// Keys that only the model needs.
extension UBXConfigurationKey {
  /// CFG-I2C-ADDRESS, in its eight-bit form.
  static var i2cAddress: Self { Self(rawValue: 0x2051_0001) }
  /// CFG-NAVSPG-CONSTR_DGNSSTO: age at which corrections are dropped, seconds.
  static var correctionTimeout: Self { Self(rawValue: 0x2011_00C4) }
  /// CFG-NMEA-HIGHPREC: seven decimals of a minute.
  static var nmeaHighPrecision: Self { Self(rawValue: 0x1093_0006) }
  /// CFG-MSGOUT-NMEA_ID_GGA_I2C and its siblings: epochs per sentence.
  static var outputNMEAGGA: Self { Self(rawValue: 0x2091_00BA) }
  static var outputNMEAGLL: Self { Self(rawValue: 0x2091_00C9) }
  static var outputNMEAGSA: Self { Self(rawValue: 0x2091_00BF) }
  static var outputNMEAGSV: Self { Self(rawValue: 0x2091_00C4) }
  static var outputNMEARMC: Self { Self(rawValue: 0x2091_00AB) }
  static var outputNMEAVTG: Self { Self(rawValue: 0x2091_00B0) }
}
