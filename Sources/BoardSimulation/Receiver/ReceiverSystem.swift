internal import GNSSBasics
internal import SensorDrivers

/// A navigation system of the receiver, with the items of its signals (CFG-SIGNAL, CFG-GNSS).
struct ReceiverSystem: Sendable {
  /// The system's number (`gnssId`), and the system; `nil` for SBAS, which is not simulated.
  let id: UInt8, constellation: Constellation?
  /// The channels kept for it, and the most that it takes; a model.
  let reserved: UInt8, most: UInt8
  /// The item that enables the system, and those of its signals: each with its bit in the mask of signals of CFG-GNSS, and
  /// its band in RINEX; `nil` for a signal that is not simulated.
  let enabled: UBXConfigurationKey
  let signals: [(bit: UInt8, band: UInt8?, key: UBXConfigurationKey)]

  /// The number of channels; a model.
  static let channels: UInt8 = 60

  private init(
    _ id: UInt8, _ constellation: Constellation?, _ channels: (UInt8, UInt8), _ enabled: UInt32,
    _ signals: [(UInt8, UInt8?, UInt32)]
  ) {
    func key(_ item: UInt32) -> UBXConfigurationKey {
      UBXConfigurationKey(rawValue: 0x1031_0000 + item)
    }
    (self.id, self.constellation, (reserved, most)) = (id, constellation, channels)
    self.enabled = key(enabled)
    self.signals = signals.map { ($0.0, $0.1, key($0.2)) }
  }

  /// All systems, in the order of CFG-GNSS.
  static let all = [
    ReceiverSystem(0, .gps, (8, 16), 0x1F, [(0, 1, 0x01), (4, 2, 0x03)]),
    ReceiverSystem(1, nil, (1, 3), 0x20, [(0, nil, 0x05)]),
    ReceiverSystem(2, .galileo, (8, 12), 0x21, [(0, 1, 0x07), (5, 7, 0x0A)]),
    ReceiverSystem(3, .beidou, (2, 16), 0x22, [(0, 2, 0x0D), (4, 7, 0x0E)]),
    ReceiverSystem(5, .qzss, (0, 4), 0x24, [(0, 1, 0x12), (2, nil, 0x14), (4, 2, 0x15)]),
    ReceiverSystem(6, .glonass, (8, 12), 0x25, [(0, 1, 0x18), (4, 2, 0x1A)]),
  ]

  /// Returns the system's block of eight bytes in CFG-GNSS.
  func block(of configuration: ReceiverConfiguration) -> [UInt8] {
    var flags: UInt32 = configuration.isOn(enabled) ? 1 : 0
    for (bit, _, key) in signals where configuration.isOn(key) { flags |= 1 << (16 + UInt32(bit)) }
    return [id, reserved, most, 0] + flags.littleEndianBytes
  }

  /// Returns the items that a block's flags set; without a signal those of signals stay as they are.
  func items(_ flags: UInt32) -> [UBXConfigurationItem] {
    let mask = flags >> 16 & 0xFF
    let own = UBXConfigurationItem(enabled, UInt64(flags & 1))
    guard mask != 0 else { return [own] }
    return [own]
      + signals.map { bit, _, key in UBXConfigurationItem(key, UInt64(mask >> UInt32(bit) & 1)) }
  }
}

/// The signals that the receiver's configuration lets it use.
///
/// A model: a real receiver ends and begins the tracking of a signal, which takes it a few seconds. Here the signal is only
/// not told and not used while it is off.
struct SignalSelection: Hashable, Sendable {
  /// The signals that are off: all of some systems, and bands of others.
  private var systemsOff: Set<Constellation> = []
  private var bandsOff: [Constellation: Set<UInt8>] = [:]

  /// Creates the selection of all signals.
  init() {}

  /// Creates the selection of a configuration.
  init(_ configuration: ReceiverConfiguration) {
    for system in ReceiverSystem.all {
      guard let constellation = system.constellation else { continue }
      if !configuration.isOn(system.enabled) { systemsOff.insert(constellation) }
      let bands = system.signals.filter { !configuration.isOn($0.key) }.compactMap(\.band)
      if !bands.isEmpty { bandsOff[constellation] = Set(bands) }
    }
  }

  /// Whether all signals are on.
  var isWhole: Bool { systemsOff.isEmpty && bandsOff.isEmpty }

  /// Whether a signal is on.
  func allows(_ constellation: Constellation, band: UInt8) -> Bool {
    !systemsOff.contains(constellation) && bandsOff[constellation]?.contains(band) != true
  }

  /// Takes the signals that are off out of the satellites in view, and with them the satellites of systems that are off.
  func apply(to sky: inout SatellitesInView) {
    guard !isWhole else { return }
    sky.satellites.removeAll { systemsOff.contains($0.id.constellation) }
    for index in sky.satellites.indices {
      let satellite = sky.satellites[index]
      sky.satellites[index].signals = .init(
        satellite.signals.filter { allows(satellite.id.constellation, band: $0.code.band) })
    }
  }
}
