extension ScanCounts {
  /// All counts, under the names that `rtcm stats --json` and reports use.
  public var named: [(name: String, count: Int)] {
    [
      ("total_frames", frames), ("bad_crc", badCRC),
      ("truncated_at_eof_candidates", truncatedAtEnd), ("reserved_header_bits", reservedBits),
      ("too_short_at_eof", tooShortAtEnd), ("no_preamble_bytes", noPreamble),
      ("frame_bytes", frameBytes), ("other_bytes", otherBytes), ("bytes", bytes),
    ]
  }
}
