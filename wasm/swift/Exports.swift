internal import RTCMParser

// What JavaScript calls. index.js is the only caller and documents the calls for its own callers. A session is
// named by a handle, texts and frames are lent until the next call.

/// The session of a handle.
private final class Box {
  var session = Session()
}

/// The result that was made last.
///
/// A module of WebAssembly has one thread.
nonisolated(unsafe) private var result: [UInt8] = []
nonisolated(unsafe) private let frames = FrameReader()

/// Keeps a result, and returns its length.
private func give(_ bytes: consuming [UInt8]) -> Int32 {
  result = bytes
  return Int32(result.count)
}

extension UnsafePointer<UInt8>? {
  /// The bytes that the caller lends for the length of a call.
  @_lifetime(immortal)
  fileprivate func span(_ count: Int32) -> Span<UInt8> {
    // Sound: index.js lends so many bytes of memory that it has allocated, and no span outlives the call.
    let bytes = UnsafeBufferPointer(start: self, count: self == nil ? 0 : Int(count))
    return _overrideLifetime(Span(_unsafeElements: bytes), copying: ())
  }
}

extension UnsafeRawPointer {
  /// The session behind a handle; sound: index.js uses a handle from `rtcm_open` to `rtcm_close`.
  fileprivate var box: Box { Unmanaged<Box>.fromOpaque(self).takeUnretainedValue() }
}

/// Begins a stream, and returns its handle.
@c public func rtcm_open() -> UnsafeRawPointer {
  UnsafeRawPointer(Unmanaged.passRetained(Box()).toOpaque())
}

/// Ends a handle.
@c public func rtcm_close(_ handle: UnsafeRawPointer) {
  Unmanaged<Box>.fromOpaque(handle).release()
}

/// Takes the next bytes of a stream, and returns the number of frames that they complete; -1 when there are too many
/// bytes for a session.
@c public func rtcm_push(
  _ handle: UnsafeRawPointer, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  handle.box.session.push(bytes.span(count)) ? Int32(handle.box.session.found.count) : -1
}

/// Ends a stream, and returns the number of frames in its unfinished rest.
@c public func rtcm_finish(_ handle: UnsafeRawPointer) -> Int32 {
  handle.box.session.finish()
  return Int32(handle.box.session.found.count)
}

/// Discards the beginning of a frame whose rest will not come.
@c public func rtcm_abandon(_ handle: UnsafeRawPointer) { handle.box.session.abandonFrame() }

/// The places of the frames found last, 8 bytes each; they are there until the next call for the handle.
@c public func rtcm_found(_ handle: UnsafeRawPointer) -> UnsafeRawPointer? {
  // Sound: the array is not changed before the next call, and an array's elements stand where they stand.
  handle.box.session.found.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
}

/// Makes the statistics of a stream, with the verdict, as JSON; `link` is a capacity in bytes a second, or not positive.
@c public func rtcm_statistics(_ handle: UnsafeRawPointer, _ link: Double) -> Int32 {
  give(handle.box.session.statisticsJSON(link: link))
}

/// Makes the sky of a stream as JSON; `seconds` is the present time since 1970, for a stream that does not tell its week.
@c public func rtcm_sky(_ handle: UnsafeRawPointer, _ seconds: Double) -> Int32 {
  give(handle.box.session.skyJSON(at: seconds))
}

/// Makes a text of one frame in a form.
///
/// The form 0 is the line of `rtcm decode --json`, with 1 for `--raw` and 2 for `--observations` added; 4 is the line of
/// `--brief`; 8 are the fields with their bits. The result is -1 if the bytes are no frame.
@c public func rtcm_frame(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int32, _ offset: Double, _ form: Int32
) -> Int32 {
  guard let text = frames.text(of: bytes.span(count), at: offset, form: form) else { return -1 }
  return give(text)
}

/// The name of a message type.
@c public func rtcm_name(_ type: Int32) -> Int32 { give(FrameReader.name(of: type)) }

/// The result that was made last.
@c public func rtcm_result() -> UnsafeRawPointer? {
  // Sound: as for `rtcm_found`.
  result.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
}
