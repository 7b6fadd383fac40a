/// The key of a configuration item, for receivers of generation 9 and later.
///
/// Bits 28 to 30 of the key encode the size of the value.
public struct UBXConfigurationKey: RawRepresentable, Hashable, Sendable {
  /// The 32 bits of the key.
  public var rawValue: UInt32
  /// Creates a key from its 32 bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The length of the value in bytes; `nil` for a key with an unknown size code.
  public var valueLength: Int? {
    switch rawValue >> 28 & 0b111 {
    case 1, 2: 1
    case 3: 2
    case 4: 4
    case 5: 8
    default: nil
    }
  }
}

/// The configuration keys used by this module, with their names in the interface description.
extension UBXConfigurationKey {
  /// CFG-I2C-EXTENDEDTIMEOUT: whether output continues while it is not read.
  public static var i2cExtendedTimeout: Self { Self(rawValue: 0x1051_0002) }
  /// CFG-I2CINPROT-UBX: whether UBX is accepted on I2C.
  public static var i2cInputUBX: Self { Self(rawValue: 0x1071_0001) }
  /// CFG-I2CINPROT-NMEA: whether NMEA is accepted on I2C.
  public static var i2cInputNMEA: Self { Self(rawValue: 0x1071_0002) }
  /// CFG-I2CINPROT-RTCM3X: whether RTCM 3 is accepted on I2C.
  public static var i2cInputRTCM3: Self { Self(rawValue: 0x1071_0004) }
  /// CFG-I2COUTPROT-UBX: whether UBX is sent on I2C.
  public static var i2cOutputUBX: Self { Self(rawValue: 0x1072_0001) }
  /// CFG-I2COUTPROT-NMEA: whether NMEA is sent on I2C.
  public static var i2cOutputNMEA: Self { Self(rawValue: 0x1072_0002) }
  /// CFG-I2COUTPROT-RTCM3X: whether RTCM 3 is sent on I2C.
  public static var i2cOutputRTCM3: Self { Self(rawValue: 0x1072_0004) }
  /// CFG-RATE-MEAS: the time between measurements in milliseconds.
  public static var measurementPeriod: Self { Self(rawValue: 0x3021_0001) }
  /// CFG-RATE-NAV: the number of measurements per navigation solution.
  public static var navigationRate: Self { Self(rawValue: 0x3021_0002) }
  /// CFG-MSGOUT-UBX_NAV_PVT_I2C: the number of epochs per NAV-PVT message.
  public static var outputNavPVT: Self { Self(rawValue: 0x2091_0006) }
  /// CFG-MSGOUT-UBX_NAV_HPPOSLLH_I2C: the number of epochs per NAV-HPPOSLLH message.
  public static var outputNavHPPosLLH: Self { Self(rawValue: 0x2091_0033) }
  /// CFG-MSGOUT-UBX_NAV_RELPOSNED_I2C: the number of epochs per NAV-RELPOSNED message.
  public static var outputNavRelPosNED: Self { Self(rawValue: 0x2091_008D) }
  /// CFG-MSGOUT-UBX_RXM_RTCM_I2C: whether each RTCM message is reported.
  public static var outputRxmRTCM: Self { Self(rawValue: 0x2091_0268) }
  /// CFG-INFMSG-UBX_I2C: the levels of texts that are sent; bit 0 error, bit 1 warning, bit 2 notice.
  public static var informationUBX: Self { Self(rawValue: 0x2092_0001) }
}

/// A configuration key with a value.
public struct UBXConfigurationItem: Hashable, Sendable {
  /// The configured key.
  public var key: UBXConfigurationKey
  /// The value, of which only as many bytes are sent as the key's size code specifies.
  public var value: UInt64

  /// Creates an item from a key and a value.
  public init(_ key: UBXConfigurationKey, _ value: UInt64) {
    self.key = key
    self.value = value
  }
}
