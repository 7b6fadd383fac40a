import SensorDrivers

/// A receiver on DDC that acknowledges its settings, reports an epoch a second and keeps every
/// byte of corrections.
final class FakeReceiver: FakeDevice {
  /// The received bytes outside UBX frames, in order.
  private(set) var corrections: [UInt8] = []
  /// The received settings, by key.
  private(set) var settings: [UBXConfigurationKey: UInt64] = [:]
  /// Whether the receiver reports epochs.
  var delivers = true
  /// Whether the receiver has only NMEA: it answers no UBX, and its epochs are sentences.
  var speaksNMEA = false
  /// The IDs of the received UBX messages.
  private(set) var requests: [UBXMessageID] = []
  /// Whether the high-precision position is in the same read as the solution.
  var sendsHighPrecision = true

  private var pointer: UInt8 = 0xFF
  private var output: [UInt8] = []
  private var lastEpoch = Duration.zero
  private var lastRead = Duration.zero

  /// Resets all settings, as a loss of power does.
  func powerUp() {
    (settings, output, pointer) = ([:], [], 0xFF)
  }

  /// Queues a message for output.
  func send(_ frame: UBXFrame) { output += frame.encode() }

  // MARK: The bus

  func write(_ bytes: [UInt8], at now: Duration) {
    report(at: now)
    if bytes.count == 1 {
      pointer = bytes[0]
    } else if bytes.starts(with: [0xB5, 0x62]) {
      var scanner = UBXScanner()
      scanner.consume(bytes.span) { id, payload in
        requests.append(id)
        if !speaksNMEA { answer(id, Array(payload)) }
      }
    } else {
      corrections += bytes
    }
  }

  func read(_ count: Int, at now: Duration) -> [UInt8] {
    report(at: now)
    lastRead = now
    var bytes: [UInt8] = []
    while bytes.count < count {
      switch pointer {
      case 0xFD: bytes.append(UInt8(output.count >> 8))
      case 0xFE: bytes.append(UInt8(output.count & 0xFF))
      default: bytes.append(output.isEmpty ? 0xFF : output.removeFirst())
      }
      pointer = pointer == 0xFF ? 0xFF : pointer + 1
    }
    return bytes
  }

  // MARK: Inside

  private func answer(_ id: UBXMessageID, _ payload: [UInt8]) {
    switch id {
    case .cfgRATE: send(CfgRATE().frame)
    case .monVER:
      send(
        MonVER(
          softwareVersion: "EXT", hardwareVersion: "00", extensions: ["MODEL=a fake receiver"]
        ).frame)
    case .cfgVALSET:
      let items = (try? CfgVALSET(decoding: payload.span))?.items ?? []
      for item in items { settings[item.key] = item.value }
    default: break
    }
    guard id.messageClass == UBXMessageID.cfgVALSET.messageClass else { return }
    send(UBXAcknowledgement(isAccepted: true, messageID: id).frame)
  }

  /// Reports the epochs due by now, at whole seconds since boot.
  private func report(at now: Duration) {
    while lastEpoch + .seconds(1) <= now {
      lastEpoch += .seconds(1)
      // A receiver that is not read stops its output.
      guard lastEpoch - lastRead < .seconds(1.5) else { continue }
      if speaksNMEA, delivers { output += Array(Self.sentence.utf8) }
      guard delivers, settings[.outputNavPVT] == 1 else { continue }
      send(Self.solution(at: lastEpoch).frame)
      if sendsHighPrecision { send(Self.highPrecision(at: lastEpoch).frame) }
    }
  }

  /// A position close to that of `solution(at:)`, at noon.
  private static let sentence =
    "$GPGGA,120000,4528.687746,N,00913.667441,E,1,12,0.6,120.3,M,47.0,M,,*4D\r\n"

  /// Returns the solution at a board time: 45.478129113 N, 9.227790690 E, 162.3456 m, and 47.2 m less
  /// above sea level.
  ///
  /// The board's date of boot is 2026-06-01 at noon.
  static func solution(at time: Duration) -> NavPVT {
    let seconds = Int(time.components.seconds)
    var message = NavPVT()
    message.timeOfWeekMilliseconds = UInt32(129_618_000 + seconds * 1000)
    (message.year, message.month, message.day) = (2026, 6, 1)
    (message.hour, message.minute) = (12, UInt8(seconds / 60 % 60))
    message.second = UInt8(seconds % 60)
    message.validity = [.date, .time, .fullyResolved]
    message.fixType = .threeDimensional
    message.flags = [.gnssFixOK]
    message.satelliteCount = 21
    (message.latitudeE7, message.longitudeE7) = (454_781_291, 92_277_907)
    (message.heightMillimetres, message.meanSeaLevelHeightMillimetres) = (162_345, 115_145)
    message.horizontalAccuracyMillimetres = 1400
    message.positionDOPE2 = 120
    return message
  }

  static func highPrecision(at time: Duration) -> NavHPPosLLH {
    var message = NavHPPosLLH()
    message.timeOfWeekMilliseconds = solution(at: time).timeOfWeekMilliseconds
    (message.latitudeE9, message.longitudeE9) = (45_478_129_113, 9_227_790_690)
    (message.heightTenths, message.meanSeaLevelHeightTenths) = (1_623_456, 1_151_456)
    (message.horizontalAccuracyTenths, message.verticalAccuracyTenths) = (13_999, 22_001)
    return message
  }
}
