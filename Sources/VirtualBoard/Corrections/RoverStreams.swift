internal import Bytes
internal import BoardSimulation
internal import GNSSBasics
internal import GNSSSimulation
package import NtripMemory
internal import NtripProtocol
internal import RTCMParser
internal import UBloxRaw

/// The measurements of a board's own receiver, as streams beside the base's stream.
///
/// The streams are for clients that solve for the position themselves, and are made only while a
/// client reads them.
final class RoverStreams {
  private let caster: SharedCaster
  private var ephemerides = EphemerisSchedule(
    intervalNanoseconds: 30_000_000_000, mostAtOnce: 4)
  private var raw = RawStreamWriter()
  /// The mountpoints that had readers at the previous epoch.
  private var demand: [String] = []

  /// The mountpoint names of the streams.
  private static let (rtcm, ubx) = ("ROVER", "ROVER_UBX")

  /// Creates streams over a caster that offers ``mountpoints``.
  init(over caster: SharedCaster, under sky: Sky) {
    self.caster = caster
    raw.broadcast.ionosphere = KlobucharIonosphere(of: sky)
  }

  /// The mountpoints of the streams: one of MSM7 with ephemerides, one of a ZED-F9P's UBX output.
  static var mountpoints: [Mountpoint] {
    let systems = "GPS+GLO+GAL+BDS+QZS"
    let words = "measured by the board itself"
    let rtcm = StreamRecord(
      mountpoint: Self.rtcm, identifier: "board", format: "RTCM 3.3",
      formatDetails: "1019(30),1020(30),1042(30),1044(30),1046(30),"
        + "1077(1),1087(1),1097(1),1117(1),1127(1)",
      carrier: 2, navigationSystem: systems, network: "boardsim", generator: "boardsim",
      miscellaneous: words)
    let ubx = StreamRecord(
      mountpoint: Self.ubx, identifier: "board", format: "UBX",
      formatDetails: "RXM-RAWX(1),RXM-SFRBX", carrier: 2, navigationSystem: systems,
      network: "boardsim", generator: "boardsim", miscellaneous: words)
    // The filter passes all bytes, because only whole frames are pushed.
    let filter = StreamFilter(pass: { bytes in [UInt8](bytes) }, cut: {})
    return [rtcm, ubx].map { Mountpoint($0, pushedThrough: filter, by: .ownerOnDemand) }
  }

  /// Sends an epoch to the readers of the streams; without readers the measurement is not computed.
  func send(_ measurement: () -> RawEpoch?) {
    let before = demand
    demand = caster.demand
    guard demand.contains(Self.rtcm) || demand.contains(Self.ubx), let epoch = measurement()
    else { return }
    if demand.contains(Self.rtcm) {
      if !before.contains(Self.rtcm) { ephemerides.startAnew() }
      let chosen = ephemerides.choose(from: epoch.broadcasts, at: epoch.observations.time)
      // The measurements of a receiver always fit into MSM7.
      let bytes = try? epoch.observations.frames(after: chosen.flatMap(\.messages), stationID: 0)
      if let bytes { caster.push(bytes, to: Self.rtcm) }
    }
    if demand.contains(Self.ubx) {
      raw.ephemerides = epoch.broadcasts.compactMap {
        $0.messages.first.flatMap { BroadcastEphemeris($0) }
      }
      // Three signals of each satellite in view are fewer than UBX-RXM-RAWX has room for.
      if let bytes = try? raw.bytes(at: epoch.observations) { caster.push(bytes, to: Self.ubx) }
    }
  }
}

extension Board {
  /// Offers the receiver's measurements to the readers of a caster.
  package func offerMeasurements(over caster: SharedCaster) {
    let streams = RoverStreams(over: caster, under: simulation.world.sky)
    simulation.receiver.onMeasurement = { streams.send($0) }
  }
}
