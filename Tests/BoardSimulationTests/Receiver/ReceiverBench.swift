import NMEA
@testable import BoardSimulation
import GNSSBasics
import SensorDrivers

/// A receiver model alone on a bus, with functions for a test to communicate with it.
struct ReceiverBench {
  let clock = SimulatedClock()
  let bus: SimulatedI2CBus
  let receiver: UBloxReceiverModel
  private let address = I2CAddress(rawValue: 0x42)

  /// The boot date, 2020-06-10T11:25:00Z.
  static let bootDate = UnixTime(seconds: 1_591_788_300)

  /// Creates a bus with a receiver; by default the receiver has just started.
  init(
    world: World = World(scenario: .standing), seed: UInt64 = 1, bootDate: UnixTime = Self.bootDate,
    realism: PartRealism = .real, positions: PositionSource = .statistical,
    headingBaseline: Double? = nil, hasStarted: Bool = true
  ) {
    bus = SimulatedI2CBus(clock: clock)
    receiver = UBloxReceiverModel(
      world: world, seed: seed, bootDate: bootDate, realism: realism, positions: positions,
      headingBaseline: headingBaseline)
    bus.attach(receiver, at: address, named: "ublox")
    if hasStarted { receiver.powerUp(at: .zero - UBloxReceiverModel.startUpTime) }
  }

  /// Writes bytes in one transfer and reads `count` bytes after a repeated START.
  func transfer(_ bytes: [UInt8], reading count: Int = 0) -> [UInt8] {
    var target = [UInt8](repeating: 0xAA, count: count)
    var span = target.mutableSpan
    do { try bus.transfer(with: address, writing: bytes.span, readingInto: &span) } catch {
      return []
    }
    return target
  }

  /// Returns the number of waiting bytes from the registers; 0 while the address is not acknowledged.
  func waiting() -> Int {
    let count = transfer([0xFD], reading: 2)
    guard count.count == 2 else { return 0 }
    return Int(count[0]) << 8 | Int(count[1])
  }

  /// Reads all waiting bytes.
  func readAll() -> [UInt8] {
    let count = waiting()
    return count == 0 ? [] : transfer([], reading: count)
  }

  /// Advances to a time while reading ten times a second, and returns all bytes read.
  @discardableResult
  func run(until time: Duration) -> [UInt8] {
    var bytes: [UInt8] = []
    while clock.now < time {
      clock.advance(to: min(clock.now + .milliseconds(100), time))
      bytes += readAll()
    }
    return bytes
  }

  /// Sends a message and returns the response read at once.
  func ask(_ messageID: UBXMessageID, _ payload: [UInt8] = []) -> [UBXFrame] {
    _ = readAll()
    _ = transfer(UBXFrame(messageID, payload: payload).encode())
    return frames(in: readAll())
  }

  /// Sets items in RAM; returns whether the message was acknowledged.
  func set(_ items: [UBXConfigurationItem]) -> Bool {
    let answer = ask(.cfgVALSET, CfgVALSET(items: items).encode())
    return answer.map(\.messageID) == [.ackACK]
  }
}

/// Returns the UBX frames in bytes.
func frames(in bytes: [UInt8]) -> [UBXFrame] {
  var frames: [UBXFrame] = []
  var scanner = UBXScanner()
  scanner.consume(bytes.span) { messageID, payload in
    frames.append(UBXFrame(messageID, payload: Array(payload)))
  }
  return frames
}

/// Returns the fields of the NMEA sentences in bytes; sentences with a wrong checksum are left out.
func sentences(in bytes: [UInt8]) -> [[String]] {
  String(decoding: bytes.filter { $0 < 0x80 }, as: UTF8.self)
    .split(separator: "\r\n")
    .filter { NMEAChecksum.isValid(Array($0.utf8).span) }
    .map { line in
      line.dropFirst().prefix { $0 != "*" }
        .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
}

extension UBXFrame {
  /// The payload as NAV-PVT; `nil` for another message.
  var navPVT: NavPVT? { messageID == .navPVT ? try? NavPVT(decoding: payload.span) : nil }
  /// The payload as MON-VER; `nil` for another message.
  var version: MonVER? { messageID == .monVER ? try? MonVER(decoding: payload.span) : nil }
  /// The payload as RXM-RTCM; `nil` for another message.
  var rxmRTCM: RxmRTCM? { messageID == .rxmRTCM ? try? RxmRTCM(decoding: payload.span) : nil }
  /// The payload as an information text; `nil` for another message.
  var text: UBXInformation? { UBXInformation(messageID: messageID, decoding: payload.span) }
}

/// The rates of sentences on I2C: CFG-MSGOUT-NMEA_ID_GGA_I2C and its siblings.
extension UBXConfigurationKey {
  static let outputNMEAGGA = Self(rawValue: 0x2091_00BA)
  static let outputNMEAGLL = Self(rawValue: 0x2091_00C9)
  static let outputNMEAGSA = Self(rawValue: 0x2091_00BF)
  static let outputNMEAGSV = Self(rawValue: 0x2091_00C4)
  static let outputNMEARMC = Self(rawValue: 0x2091_00AB)
  static let outputNMEAVTG = Self(rawValue: 0x2091_00B0)
  static let outputNMEAGST = Self(rawValue: 0x2091_00D3)
}
