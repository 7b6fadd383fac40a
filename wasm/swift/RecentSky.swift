internal import GNSSBasics
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

/// The frames of a stream from which its sky is made: the last observations, the last ephemerides, the last place.
///
/// Frames are kept as bytes, and decoded when the sky is asked for. The memory is bounded: a satellite has a few
/// ephemerides at most, and of the observations a few epochs are kept.
struct RecentSky {
  /// The bytes of observations that are kept at least, if there are so many: more than two epochs of many satellites.
  private static let kept = 32 * 1024

  private var observations: [UInt8] = []
  /// The last ephemeris of each type and satellite, in the order of the first ones.
  private var ephemerides: [(key: UInt32, frame: [UInt8])] = []
  private var place: [UInt8] = []

  /// Keeps a frame that the sky needs.
  mutating func keep(_ frame: borrowing FrameView) {
    guard let type = frame.messageType else { return }
    switch type {
    case 1005, 1006: Self.copy(frame, to: &place)
    case 1019, 1020, 1041, 1042, 1044, 1045, 1046:
      // The satellite's ID follows the message type: six bits, or four of QZSS, whose next two stand there too.
      guard frame.payload.count >= 3 else { return }
      let satellite = (UInt32(frame.payload[1]) & 15) << 2 | UInt32(frame.payload[2]) >> 6
      let key = UInt32(type) << 8 | satellite
      if let index = ephemerides.firstIndex(where: { $0.key == key }) {
        Self.copy(frame, to: &ephemerides[index].frame)
      } else {
        ephemerides.append((key, []))
        Self.copy(frame, to: &ephemerides[ephemerides.count - 1].frame)
      }
    case 1001...1004, 1009...1012, 1071...1137:
      if observations.count + frame.bytes.count > 2 * Self.kept { dropOldest() }
      Self.append(frame, to: &observations)
    default: break
    }
  }

  private static func copy(_ frame: borrowing FrameView, to bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    append(frame, to: &bytes)
  }

  private static func append(_ frame: borrowing FrameView, to bytes: inout [UInt8]) {
    let span = frame.bytes
    for index in span.indices { bytes.append(span[index]) }
  }

  /// Drops the oldest observations; what is left of a frame is no frame.
  private mutating func dropOldest() {
    observations.removeFirst(observations.count - Self.kept)
  }
}

extension RecentSky {
  /// Returns the sky as the caster's page of a mountpoint has it, and the place.
  func json(near reference: GPSTime) -> [UInt8] {
    let epoch = lastEpoch(near: reference)
    let station = (try? StationPosition(decoding: Self.payload(of: place).span)).map {
      GeodeticPosition($0.position)
    }
    let directions = broadcasts(near: epoch?.time ?? reference)
    var json = JSONWriter()
    json.object { json in
      json.member(
        "time_of_week", epoch.map { Double($0.time.millisecondsOfWeek) / 1000 }, decimals: 3)
      json.member("latitude", station?.latitude, decimals: 9)
      json.member("longitude", station?.longitude, decimals: 9)
      json.member("height", station?.height, decimals: 4)
      json.array("satellites") { json in
        guard let epoch else { return }
        for satellite in Self.satellites(of: epoch) {
          let direction = station.flatMap {
            directions.direction(of: satellite, at: epoch.time, from: $0)
          }
          Self.write(satellite, direction, of: epoch, to: &json)
        }
      }
    }
    return json.bytes
  }

  private static func payload(of frame: [UInt8]) -> [UInt8] {
    frame.count < RTCMFrame.minimumLength
      ? [] : Array(frame[RTCMFrame.headerLength..<(frame.count - RTCMFrame.checkLength)])
  }

  private static func satellites(of epoch: ObservationEpoch) -> [SatelliteID] {
    var satellites: [SatelliteID] = []
    for observation in epoch.observations where !satellites.contains(observation.satellite) {
      satellites.append(observation.satellite)
    }
    return satellites.sorted()
  }

  private static func write(
    _ satellite: SatelliteID, _ direction: SkyDirection?, of epoch: ObservationEpoch,
    to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("satellite", satellite.description)
      json.member("system", satellite.constellation.name)
      json.member("azimuth", direction?.azimuth, decimals: 2)
      json.member("elevation", direction?.elevation, decimals: 2)
      json.array("signals") { json in
        for signal in epoch.observations where signal.satellite == satellite {
          json.object { json in
            json.member(
              "code", signal.code?.description ?? signal.signalID.map { "#\($0)" } ?? "")
            json.member("cnr", signal.cnr, decimals: 2)
          }
        }
      }
    }
  }

  /// Returns the last epoch that is known to be whole; the one under way if there is no other.
  private func lastEpoch(near reference: GPSTime) -> ObservationEpoch? {
    var assembler = EpochAssembler(near: reference)
    var last: ObservationEpoch?
    var scanner = FrameScanner()
    scanner.consume(observations.span) { frame in
      guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
      assembler.add(message) { last = $0 }
    }
    return last ?? assembler.lastEpoch()
  }

  private func broadcasts(near time: GPSTime) -> BroadcastSky {
    var sky = BroadcastSky()
    for (_, frame) in ephemerides {
      if let message = try? RTCMMessage(decoding: Self.payload(of: frame).span) {
        sky.add(message, near: time)
      }
    }
    return sky
  }
}
