internal import SensorDrivers

// MARK: Items of a ZED-F9P

/// All items of the groups that sketches set, including those without an effect on the model.
///
/// A receiver refuses a whole CFG-VALSET for one unknown key (UBX-18010854, UBX-CFG-VALSET). A key that is
/// missing here would make the model refuse a message that a real receiver accepts.
extension ReceiverConfiguration {
  /// All known items.
  ///
  /// Source: ZED-F9P interface description, configuration interface and default values.
  static let items: [Item] = active + messageRates + idle

  /// The items that change the model's behaviour, except message rates.
  private static let active: [Item] =
    [
      Item(.i2cAddress, 0x84...0x84, standard: 0x84),  // 0x42; the model has no other
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
      Item(.differentialMode, 2...3, standard: 3),
      .number(.leastElevation, standard: 10),
      .isSwitch(.nmeaHighPrecision, standard: 0),
      Item(.informationUBX, 0...31, standard: 0),
      Item(.informationUBX.on(.uart1), 0...31, standard: 0),
      Item(.informationUBX.on(.uart2), 0...31, standard: 0),
      Item(.stationIDOut, 0...4095, standard: 0),
      Item(.timeMode, 0...2, standard: 0),
      Item(.timePositionType, 0...1, standard: 0),
      .number(.fixedPositionAccuracy, standard: 0),
      .number(.surveyDuration, standard: 0),
      .number(.surveyAccuracy, standard: 0),
      .isSwitch(.interferenceMonitor, standard: 0),
    ]
    + places + uart + signals

  /// The formats of the serial ports, and the switches of their protocols: as delivered UART1 has all, and UART2 RTCM 3
  /// alone.
  private static let uart: [Item] =
    UARTKeys.uart1.items + UARTKeys.uart2.items
    + [
      .i2cInputUBX, .i2cInputNMEA, .i2cInputRTCM3, .i2cOutputUBX, .i2cOutputNMEA, .i2cOutputRTCM3,
    ].flatMap { (key: UBXConfigurationKey) -> [Item] in
      let isRTCM = key == .i2cInputRTCM3 || key == .i2cOutputRTCM3
      return [
        .isSwitch(key.on(.uart1), standard: 1), .isSwitch(key.on(.uart2), standard: isRTCM ? 1 : 0),
      ]
    }

  private static let places: [Item] = (0..<3).flatMap { (axis: UInt32) -> [Item] in
    let keys: [UBXConfigurationKey] = [
      .timeECEF(axis), .timeECEFExtra(axis), .timeGeodetic(axis), .timeGeodeticExtra(axis),
    ]
    return keys.map { .number($0, standard: 0) }
  }

  /// The rates of messages in epochs per message, on I2C, the two UARTs and the two ports that are not connected here.
  private static let messageRates: [Item] = {
    let silent =
      NavigationMessage.all.map(\.rate) + RTCMOutput.all.map(\.rate)
      + [.outputRxmRTCM, .outputRxmSFRBX, .outputMonCOMMS, .outputMonRF]
    let onI2C: [Item] =
      silent.map { .rate($0, standard: 0) }
      + NMEAMessage.all.map { .rate($0.rate, standard: $0.standardRate) }
    return onI2C.flatMap { item in
      (0...4).map { Item.rate(item.key.onPort($0), standard: item.standard) }
    }
  }()

  /// The items that are stored without an effect here: other ports, and options of the navigation engine.
  private static let idle: [Item] = navigation + ports

  private static let navigation: [Item] =
    [
      Item(.dynamicModel, 0...10, standard: 0),
      Item(.fixMode, 1...3, standard: 3),
      Item(.timeReference, 0...4, standard: 1),
    ]
    + values([
      // CFG-NAVSPG-WKNROLLOVER, CFG-ANA-USE_ANA, ORBMAXERR
      (0x3011_0017, 0), (0x1023_0001, 0), (0x3023_0002, 100),
      // CFG-SBAS-USE_TESTMODE, USE_RANGING, USE_DIFFCORR, USE_INTEGRITY, PRNSCANMASK
      (0x1036_0002, 0), (0x1036_0003, 1), (0x1036_0004, 1), (0x1036_0005, 0), (0x5036_0006, 0),
      // CFG-NAVSPG-INIFIX3D, USE_PPP, UTCSTANDARD, ACKAIDING
      (0x1011_0013, 0), (0x1011_0019, 0), (0x2011_001C, 0), (0x1011_0025, 0),
      // INFIL_MINSVS, MAXSVS, MINCNO, NCNOTHRS, CNOTHRS
      (0x2011_00A1, 3), (0x2011_00A2, 32), (0x2011_00A3, 6), (0x2011_00AA, 0),
      (0x2011_00AB, 0),
      // OUTFIL_PDOP, TDOP, PACC, TACC, FACC, CONSTR_ALT, ALTVAR
      (0x3011_00B1, 250), (0x3011_00B2, 250), (0x3011_00B3, 100), (0x3011_00B4, 350),
      (0x3011_00B5, 150), (0x4011_00C1, 0), (0x4011_00C2, 0),
      (0x2025_0038, 0), (0x3025_003B, 0),  // CFG-MOT-GNSSSPEED_THRS, GNSSDIST_THRS
      // CFG-ODO-USE_ODO, USE_COG, OUTLPVEL, OUTLPCOG, PROFILE, COGMAXSPEED, COGMAXPOSACC, VELLPGAIN, COGLPGAIN
      (0x1022_0001, 0), (0x1022_0002, 0), (0x1022_0003, 0), (0x1022_0004, 0), (0x2022_0005, 0),
      (0x2022_0021, 10), (0x2022_0022, 50), (0x2022_0031, 153), (0x2022_0032, 76),
      // CFG-ITFM-BBTHRESHOLD, CWTHRESHOLD, ANTSETTING, ENABLE_AUX
      (0x2041_0001, 3), (0x2041_0002, 15), (0x2041_0010, 0), (0x1041_0013, 0),
      // CFG-NMEA-PROTVER, MAXSVS, COMPAT, CONSIDER, LIMIT82, SVNUMBERING
      (0x2093_0001, 41), (0x2093_0002, 0), (0x1093_0003, 0), (0x1093_0004, 1), (0x1093_0005, 0),
      (0x2093_0007, 0),
    ])
    // CFG-INFMSG-UBX on USB and SPI, and CFG-INFMSG-NMEA on every port.
    + (3...4).map { .number(.informationUBX.onPort($0), standard: 0) }
    + (0...4).map { .number(.informationNMEA.onPort($0), standard: 7) }

  /// CFG-SIGNAL: systems and signals that are simulated are on, SBAS and QZSS L1S off; those that are on come first.
  private static let signals: [Item] = {
    let items = ReceiverSystem.all.flatMap { system -> [Item] in
      [.isSwitch(system.enabled, standard: system.constellation == nil ? 0 : 1)]
        + system.signals.map { .isSwitch($0.key, standard: $0.band == nil ? 0 : 1) }
    }
    return items.filter { $0.standard == 1 } + items.filter { $0.standard == 0 }
  }()

  /// The other ports' settings: switches of ports, then the input and output of UBX, NMEA and RTCM 3 on USB and SPI.
  private static let ports: [Item] = {
    var list: [(key: UInt32, standard: UInt64)] = [
      (0x1051_0003, 1), (0x1065_0001, 1),  // CFG-I2C-ENABLED, CFG-USB-ENABLED
      // CFG-SPI-MAXFF, CPOLARITY, CPHASE, EXTENDEDTIMEOUT, ENABLED
      (0x2064_0001, 50), (0x1064_0002, 0), (0x1064_0003, 0), (0x1064_0005, 0), (0x1064_0006, 0),
    ]
    for group: UInt32 in 0x77...0x7A {
      for identity: UInt32 in [1, 2, 4] { list.append((0x1000_0000 | group << 16 | identity, 1)) }
    }
    return values(list)
  }()

  private static func values(_ list: [(key: UInt32, standard: UInt64)]) -> [Item] {
    list.map { pair in
      let key = UBXConfigurationKey(rawValue: pair.key)
      return pair.key >> 28 == 1
        ? .isSwitch(key, standard: pair.standard) : .number(key, standard: pair.standard)
    }
  }
}
