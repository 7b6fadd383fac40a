import GNSSBasics
import GNSSSimulation
import RTCMParser
import SensorDrivers

@testable import BoardSimulation

/// A receiver that solves, with a station whose stream it gets second by second.
struct SolvingReceiver {
  /// The state of the receiver at an epoch, and its distance from the truth, metres.
  struct Epoch {
    let second: Int
    let state: GNSSFix
    let level: Double
    let up: Double
    let reason: FixReason
    let reference: NavigationSolution.Reference?
  }

  /// The default date of station and receiver.
  static let start = UnixTime(seconds: 1_780_315_200)

  let bench: ReceiverBench
  private var station: BaseStationSynthesizer
  private(set) var epochs: [Epoch] = []
  /// The change of each of the station's messages on its way; a message becomes none with `nil`.
  var edit: (_ second: Int, RTCMMessage) -> RTCMMessage? = { $1 }

  /// The change of each of the station's epochs before it is sent.
  var damage: (_ second: Int, inout ObservationEpoch) -> Void = { _, _ in }

  /// The time by which the bytes that arrive at a second are older, seconds.
  var delay: (_ second: Int) -> Int = { _ in 0 }
  /// The bytes of the station's epochs.
  private var sent: [[UInt8]] = []

  /// Creates a receiver 700 m from a station.
  ///
  /// - Parameters:
  ///   - date: The date of the receiver.
  ///   - configure: Changes the station.
  init(
    date: UnixTime = start, seed: UInt64 = 1,
    configure: (inout BaseStationConfiguration) -> Void = { _ in }
  ) throws {
    var configuration = BaseStationConfiguration()
    configuration.start = Self.start
    configure(&configuration)
    station = try BaseStationSynthesizer(configuration)
    let place = configuration.position.moved(east: 500, north: 500)
    bench = ReceiverBench(
      world: World(scenario: .standing, origin: place), seed: seed, bootDate: date, positions: .rtk)
  }

  /// Runs the receiver for some seconds.
  mutating func run(for seconds: Int) throws {
    for _ in 0..<seconds {
      guard var epoch = station.next() else { return }
      let second = epochs.count
      damage(second, &epoch.observations)
      var bytes: [UInt8] = []
      for message in try epoch.messages() {
        if let edited = edit(second, message) { bytes += try edited.frame() }
      }
      sent.append(bytes)
      bytes = sent[max(second - delay(second), 0)]
      while !bytes.isEmpty {
        _ = bench.transfer(Array(bytes.prefix(250)))
        bytes.removeFirst(min(bytes.count, 250))
      }
      bench.run(until: .seconds(second + 1))
      note(second)
    }
  }

  private mutating func note(_ second: Int) {
    guard let solution = bench.receiver.solution else { return }
    let truth = bench.receiver.world.motion(at: bench.clock.now).position
    let offset = truth.localOffset(to: solution.position)
    epochs.append(
      Epoch(
        second: second, state: solution.state,
        level: (offset.east * offset.east + offset.north * offset.north).squareRoot(),
        up: offset.up, reason: solution.reason, reference: solution.reference))
  }

  /// The epochs with whole ambiguities.
  var fixed: [Epoch] { epochs.filter { $0.state == .rtkFixed } }
}

extension GPSTime {
  /// Returns the time some seconds later.
  func advanced(seconds: Int) -> GPSTime {
    advanced(byNanoseconds: Int64(seconds) * 1_000_000_000)
  }
}
