public import CRTCM
internal import RTCMParser

/// What a `rtcm_scanner` points to.
struct ScannerState {
  var scanner = FrameScanner()
  /// The frame found last, so that it holds until the next call.
  let frame = UnsafeMutablePointer<UInt8>.allocate(capacity: RTCMFrame.maximumLength)

  /// Ends the search at the frame found.
  struct Found: Error {}

  mutating func take(_ view: borrowing FrameView, into frame: inout rtcm_frame) {
    let count = view.bytes.count
    // Sound: a frame is at most so long as there is room.
    for index in 0..<count { self.frame[index] = view.bytes[index] }
    frame.offset = UInt64(view.offset)
    frame.bytes = UnsafePointer(self.frame)
    frame.payload = UnsafePointer(self.frame + RTCMFrame.headerLength)
    frame.byte_count = UInt32(count)
    frame.payload_count = UInt32(view.payload.count)
    frame.type = view.messageType ?? 0
  }
}

/// Sound: a scanner is made by `rtcm_scanner_create` and is used until it is destroyed.
private func state(_ scanner: OpaquePointer) -> UnsafeMutablePointer<ScannerState> {
  UnsafeMutablePointer(scanner)
}

/// As rtcm.h says.
@c @implementation public func rtcm_scanner_create() -> OpaquePointer? {
  let state = UnsafeMutablePointer<ScannerState>.allocate(capacity: 1)
  state.initialize(to: ScannerState())
  return OpaquePointer(state)
}

/// As rtcm.h says.
@c @implementation public func rtcm_scanner_destroy(_ scanner: OpaquePointer?) {
  guard let scanner else { return }
  state(scanner).pointee.frame.deallocate()
  state(scanner).deinitialize(count: 1)
  state(scanner).deallocate()
}

/// As rtcm.h says.
@c @implementation public func rtcm_scanner_next(
  _ scanner: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ count: UnsafeMutablePointer<Int>?, _ frame: UnsafeMutablePointer<rtcm_frame>?
) -> Bool {
  guard let scanner, let bytes, let count, let frame else { return false }
  let state = state(scanner)
  var search = state.pointee.scanner
  let before = search.counts.bytes
  var isFound = false
  do throws(ScannerState.Found) {
    try search.consume(bytes.pointee.span(count.pointee)) { view throws(ScannerState.Found) in
      state.pointee.take(view, into: &frame.pointee)
      throw ScannerState.Found()
    }
  } catch { isFound = true }
  let taken = search.counts.bytes - before
  state.pointee.scanner = search
  if let start = bytes.pointee { bytes.pointee = start + taken }
  count.pointee -= taken
  return isFound
}

/// As rtcm.h says.
@c @implementation public func rtcm_scanner_finish(
  _ scanner: OpaquePointer?, _ frame: UnsafeMutablePointer<rtcm_frame>?
) -> Bool {
  guard let scanner, let frame else { return false }
  let state = state(scanner)
  var search = state.pointee.scanner
  var isFound = false
  do throws(ScannerState.Found) {
    try search.finish { view throws(ScannerState.Found) in
      state.pointee.take(view, into: &frame.pointee)
      throw ScannerState.Found()
    }
  } catch { isFound = true }
  state.pointee.scanner = search
  return isFound
}

/// As rtcm.h says.
@c @implementation public func rtcm_scanner_counts(_ scanner: OpaquePointer?) -> rtcm_scan_counts {
  guard let scanner else { return rtcm_scan_counts() }
  let counts = state(scanner).pointee.scanner.counts
  return rtcm_scan_counts(
    bytes: UInt64(counts.bytes), frames: UInt64(counts.frames),
    frame_bytes: UInt64(counts.frameBytes), no_preamble: UInt64(counts.noPreamble),
    reserved_bits: UInt64(counts.reservedBits), bad_crc: UInt64(counts.badCRC),
    truncated_at_end: UInt64(counts.truncatedAtEnd),
    too_short_at_end: UInt64(counts.tooShortAtEnd))
}
