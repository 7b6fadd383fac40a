internal import SensorDrivers

/// The configuration items that the model knows, with the values of a ZED-F9P as delivered.
///
/// The values in force are those of the RAM layer. Each start fills it with the delivered values, then with
/// the values stored in flash, then with those in battery-backed RAM.
///
/// Source: ZED-F9P interface description UBX-18010854, configuration layers.
struct ReceiverConfiguration: Sendable {
  /// A memory layer of configuration values.
  enum Layer: Int, CaseIterable, Sendable {
    case ram, batteryBackedRAM, flash
  }

  private var layers: [[UInt64?]]

  /// Creates the configuration as delivered.
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

  /// Returns the value stored in a layer; `nil` if the layer has none.
  func value(of key: UBXConfigurationKey, in layer: Layer) -> UInt64? {
    Self.index(of: key).flatMap { layers[layer.rawValue][$0] }
  }

  /// Returns the value as delivered; `nil` for an item that the model does not know.
  static func standardValue(of key: UBXConfigurationKey) -> UInt64? {
    index(of: key).map { items[$0].standard }
  }

  /// Whether an item is known and its value is in range.
  static func accepts(_ item: UBXConfigurationItem) -> Bool {
    index(of: item.key).map { items[$0].range.contains(item.value) } ?? false
  }

  /// Sets all items in a layer, or none of them.
  ///
  /// - Returns: Whether every item is known and its value is in range.
  mutating func set(_ newItems: [UBXConfigurationItem], in chosen: [Layer] = [.ram]) -> Bool {
    guard !chosen.isEmpty, newItems.allSatisfy(Self.accepts) else { return false }
    for item in newItems {
      guard let index = Self.index(of: item.key) else { continue }
      for layer in chosen { layers[layer.rawValue][index] = item.value }
    }
    return true
  }

  /// Refills the RAM layer from the layers that survive a power loss.
  mutating func restart() {
    layers[0] = Self.items.indices.map {
      layers[1][$0] ?? layers[2][$0] ?? Self.items[$0].standard
    }
  }

  /// Deletes items from layers other than RAM.
  mutating func delete(_ keys: [UBXConfigurationKey], from chosen: [Layer]) {
    for key in keys {
      guard let index = Self.index(of: key) else { continue }
      for layer in chosen where layer != .ram { layers[layer.rawValue][index] = nil }
    }
  }

  /// Deletes all items from layers other than RAM.
  mutating func clear(_ chosen: [Layer]) { delete(Self.items.map(\.key), from: chosen) }

  /// Copies all values in force to other layers.
  mutating func save(to chosen: [Layer]) {
    for layer in chosen { layers[layer.rawValue] = layers[0] }
  }

  /// Returns the known items that a key or a wildcard matches.
  ///
  /// A wildcard with item 0xFFFF matches a whole group, 0x0FFFFFFF matches all items; the size in bits 28 to
  /// 30 of a wildcard is ignored.
  static func keys(matching key: UBXConfigurationKey) -> [UBXConfigurationKey] {
    let all = items.map(\.key)
    if key.rawValue & 0x0FFF_FFFF == 0x0FFF_FFFF { return all }
    guard key.rawValue & 0xFFFF == 0xFFFF else { return all.filter { $0 == key } }
    return all.filter { $0.rawValue >> 16 & 0xFF == key.rawValue >> 16 & 0xFF }
  }

  private static let indices = Dictionary(
    uniqueKeysWithValues: items.indices.map { (items[$0].key, $0) })

  private static func index(of key: UBXConfigurationKey) -> Int? { indices[key] }
}

extension ReceiverConfiguration {
  /// A configuration item with its range and its delivered value.
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

    /// Creates an item that takes any value of the key's size; a negative number is stored as its bits.
    static func number(_ key: UBXConfigurationKey, standard: UInt64) -> Item {
      let bits = 8 * (key.valueLength ?? 8)
      return Item(key, 0...(bits == 64 ? .max : 1 << UInt64(bits) - 1), standard: standard)
    }
  }
}

/// Configuration keys that only the model uses.
extension UBXConfigurationKey {
  /// CFG-I2C-ADDRESS: the address in its eight-bit form.
  static var i2cAddress: Self { Self(rawValue: 0x2051_0001) }
  /// CFG-NAVSPG-CONSTR_DGNSSTO: the age at which corrections are dropped, seconds.
  static var correctionTimeout: Self { Self(rawValue: 0x2011_00C4) }
  /// CFG-NAVHPG-DGNSSMODE: 2 for float solutions only, 3 to fix ambiguities.
  static var differentialMode: Self { Self(rawValue: 0x2014_0011) }
  /// CFG-NAVSPG-INFIL_MINELEV: the least elevation of satellites in the position, degrees, a signed byte.
  static var leastElevation: Self { Self(rawValue: 0x2011_00A4) }
  /// CFG-NMEA-HIGHPREC: whether positions have seven decimals of a minute.
  static var nmeaHighPrecision: Self { Self(rawValue: 0x1093_0006) }
  /// CFG-MSGOUT-UBX_NAV_STATUS_I2C and its siblings: the rate in epochs per message.
  static var outputNavSTATUS: Self { Self(rawValue: 0x2091_001A) }
  static var outputNavDOP: Self { Self(rawValue: 0x2091_0038) }
  static var outputNavSAT: Self { Self(rawValue: 0x2091_0015) }
  static var outputNavTIMEUTC: Self { Self(rawValue: 0x2091_005B) }
  static var outputNavCOV: Self { Self(rawValue: 0x2091_0083) }
  static var outputNavSIG: Self { Self(rawValue: 0x2091_0345) }
  static var outputRxmRAWX: Self { Self(rawValue: 0x2091_02A4) }
  static var outputRxmSFRBX: Self { Self(rawValue: 0x2091_0231) }
  static var outputMonCOMMS: Self { Self(rawValue: 0x2091_034F) }
  static var outputMonRF: Self { Self(rawValue: 0x2091_0359) }
  static var outputNavPOSLLH: Self { Self(rawValue: 0x2091_0029) }
  static var outputNavPOSECEF: Self { Self(rawValue: 0x2091_0024) }
  static var outputNavVELNED: Self { Self(rawValue: 0x2091_0042) }
  static var outputNavTIMEGPS: Self { Self(rawValue: 0x2091_0047) }
  static var outputNavTIMELS: Self { Self(rawValue: 0x2091_0060) }
  static var outputNavVELECEF: Self { Self(rawValue: 0x2091_003D) }
  static var outputNavHPPosECEF: Self { Self(rawValue: 0x2091_002E) }
  static var outputNavEOE: Self { Self(rawValue: 0x2091_015F) }
  /// CFG-MSGOUT-UBX_NAV_SVIN_I2C: the rate in epochs per message.
  static var outputNavSVIN: Self { Self(rawValue: 0x2091_0088) }
  /// CFG-RTCM-DF003_OUT: the station ID of RTCM output.
  static var stationIDOut: Self { Self(rawValue: 0x3009_0001) }
  /// CFG-INFMSG-NMEA_I2C: the levels of texts in NMEA sentences, which the model does not send.
  static var informationNMEA: Self { Self(rawValue: 0x2092_0006) }
  /// CFG-SBAS-PRNSCANMASK: the SBAS satellites to search, from 120 in bit 0.
  static var augmentationSatellites: Self { Self(rawValue: 0x5036_0006) }
  /// CFG-RATE-TIMEREF: the time to which epochs are aligned.
  static var timeReference: Self { Self(rawValue: 0x2021_0003) }
  /// CFG-ITFM-ENABLE: whether interference is looked for.
  static var interferenceMonitor: Self { Self(rawValue: 0x1041_000D) }
  /// CFG-NAVSPG-DYNMODEL: the dynamic platform model.
  static var dynamicModel: Self { Self(rawValue: 0x2011_0021) }
  /// CFG-NAVSPG-FIXMODE: 1 for 2D only, 2 for 3D only, 3 for both.
  static var fixMode: Self { Self(rawValue: 0x2011_0011) }
  /// CFG-TMODE-MODE: 0 off, 1 survey-in, 2 fixed.
  static var timeMode: Self { Self(rawValue: 0x2003_0001) }
  /// CFG-TMODE-POS_TYPE: 0 ECEF, 1 latitude, longitude and height.
  static var timePositionType: Self { Self(rawValue: 0x2003_0002) }
  /// CFG-TMODE-FIXED_POS_ACC: the accuracy of the configured position, 0.1 mm.
  static var fixedPositionAccuracy: Self { Self(rawValue: 0x4003_000F) }
  /// CFG-TMODE-SVIN_MIN_DUR: the shortest duration of a survey-in, seconds.
  static var surveyDuration: Self { Self(rawValue: 0x4003_0010) }
  /// CFG-TMODE-SVIN_ACC_LIMIT: the accuracy that a survey-in must reach, 0.1 mm.
  static var surveyAccuracy: Self { Self(rawValue: 0x4003_0011) }
  /// CFG-TMODE-ECEF_X and its siblings: the position in centimetres, by axis from 0.
  static func timeECEF(_ axis: UInt32) -> Self { Self(rawValue: 0x4003_0003 + axis) }
  /// CFG-TMODE-ECEF_X_HP and its siblings: the position's high-precision part in 0.1 mm, by axis from 0.
  static func timeECEFExtra(_ axis: UInt32) -> Self { Self(rawValue: 0x2003_0006 + axis) }
  /// CFG-TMODE-LAT, -LON (1e-7°) and -HEIGHT (cm), by axis from 0.
  static func timeGeodetic(_ axis: UInt32) -> Self { Self(rawValue: 0x4003_0009 + axis) }
  /// CFG-TMODE-LAT_HP, -LON_HP (1e-9°) and -HEIGHT_HP (0.1 mm), by axis from 0.
  static func timeGeodeticExtra(_ axis: UInt32) -> Self { Self(rawValue: 0x2003_000C + axis) }

  /// Returns the key of the same message's rate on another port: 0 I2C, 1 and 2 UART, 3 USB, 4 SPI.
  func onPort(_ port: Int) -> Self { Self(rawValue: rawValue + UInt32(port)) }
}
