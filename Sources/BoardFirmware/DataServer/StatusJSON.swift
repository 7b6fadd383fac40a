import GNSSBasics
import Mathematics
import NtripProtocol
import RTCMParser
import TextOutput

extension JSONWriter {
  /// Writes the document at `/api/v1/status`.
  mutating func write(statusOf snapshot: BoardSnapshot, at now: Duration) {
    let date = CivilTime(snapshot.bootDate.advanced(by: now))
    object { json in
      json.member("board_time", now.inSeconds, decimals: 3)
      json.member("time_utc", date.iso8601)
      json.member("uptime", snapshot.uptime(at: now)?.inSeconds, decimals: 3)
      json.object("gnss") { $0.write(membersOf: snapshot.gnss, at: now) }
      json.object("ntrip") { $0.write(membersOf: snapshot.corrections) }
      json.object("sensors") { json in
        for (name, status) in snapshot.sensors.byName {
          json.object(name) { $0.write(membersOf: status, at: now) }
        }
      }
      json.object("card") { $0.write(membersOf: snapshot.card) }
    }
  }

  private mutating func write(membersOf gnss: GNSSStatus, at now: Duration) {
    let position = gnss.position?.value
    member("board_time", gnss.position?.time.inSeconds, decimals: 3)
    member("fix", gnss.fix.name)
    member("reason", gnss.reason)
    member("latitude", position?.latitude, decimals: 9)
    member("longitude", position?.longitude, decimals: 9)
    member("height", position?.height, decimals: 4)
    member("mean_sea_level_height", gnss.meanSeaLevelHeight, decimals: 4)
    member("horizontal_accuracy", gnss.horizontalAccuracy, decimals: 4)
    member("vertical_accuracy", gnss.verticalAccuracy, decimals: 4)
    member("satellites", gnss.satellites)
    member("correction_age", gnss.correctionAge(at: now)?.inSeconds, decimals: 3)
    member("station_id", gnss.stationID)
    member("baseline", gnss.baseline, decimals: 3)
    member("model", gnss.model)
  }

  private mutating func write(membersOf corrections: CorrectionCounts) {
    let link = corrections.link
    member("state", link.state.rawValue)
    member("mountpoint", link.mountpoint)
    member("bytes", link.bytes)
    member("bytes_received", corrections.bytesReceived)
    member("bytes_written", corrections.bytesWritten)
    member("bytes_dropped", corrections.bytesDropped)
    object("frames") { json in
      for (type, count) in corrections.frames.byType { json.member("\(type)", count) }
    }
    member("total_frames", corrections.frames.total)
    member("frame_bytes", corrections.frameBytes)
    member("other_bytes", corrections.otherBytes)
    member("bad_crc", corrections.badCRC)
    member("reconnects", link.reconnects)
    member("error", link.error)
  }

  private mutating func write(membersOf status: SensorStatus, at now: Duration) {
    member("state", status.state.name)
    member(age: status.age(at: now))
    member("starts", status.starts)
    member("error", status.error)
  }

  private mutating func write(membersOf card: CardStatus) {
    member("state", card.state.name)
    member("file", card.file)
    member("lines", card.lines)
    member("lost_lines", card.lostLines)
    member("error", card.error)
  }
}
