internal import Mathematics
internal import NtripClient
internal import NtripProtocol
internal import RTCMParser
internal import TextOutput

extension NtripLinkStatistics {
  /// The statistics as a JSON object: state, bytes, frames by type, their faults, and times in seconds.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("state", status.state.rawValue)
      json.member("mountpoint", status.mountpoint)
      json.member("ntrip_version", version?.rawValue)
      json.member("bytes", status.bytes)
      json.object("frames") { json in
        for (type, count) in frames.byType { json.member("\(type)", count) }
      }
      json.member("total_frames", frames.total)
      json.member("bad_crc", badCRC)
      json.member("other_bytes", otherBytes)
      json.member("gaps", gaps)
      json.member("longest_pause", longestPause.inSeconds, decimals: 3)
      json.member("first_byte", firstByteDelay?.inSeconds, decimals: 3)
      json.member("age", age?.inSeconds, decimals: 3)
      json.member("connects", connects)
      json.member("reconnects", status.reconnects)
      json.member("error", status.error)
    }
    return json.text
  }
}
