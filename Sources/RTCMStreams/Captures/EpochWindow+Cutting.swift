extension EpochWindow {
  /// Returns the ranges of a stretch's frames in a stream; bytes between frames are in none of the ranges.
  ///
  /// There are none where the stream has epochs and the stretch has not.
  func ranges(in stream: Span<UInt8>) -> [Range<Int>] {
    var (window, scanner, ranges) = (self, FrameScanner(), [Range<Int>]())
    let take = { (frame: borrowing FrameView) in
      if window.contains(frame) {
        ranges.append(frame.offset..<(frame.offset + frame.bytes.count))
      }
    }
    scanner.consume(stream, onFrame: take)
    scanner.finish(onFrame: take)
    return window.hasMissed ? [] : ranges
  }

  /// The frames of a stretch of a stream; what stands between frames goes.
  ///
  /// - Parameters:
  ///   - stream: The stream, from its beginning.
  ///   - arrivals: When its bytes came.
  /// - Returns: The stretch, and when the bytes that are left of each arrival came; nothing at all where the stream has
  ///   observations and the stretch has none of them.
  public func cut(
    _ stream: [UInt8], arrivals: [CaptureArrival] = []
  ) -> (bytes: [UInt8], arrivals: [CaptureArrival]) {
    let kept = ranges(in: stream.span)
    var (left, start, rest) = ([CaptureArrival](), 0, kept[...])
    for arrival in arrivals {
      // What a side file counts may be more than there is.
      let end = start + min(max(arrival.count, 0), stream.count - start)
      var count = 0
      while let range = rest.first, range.lowerBound < end {
        count += min(range.upperBound, end) - max(range.lowerBound, start)
        if range.upperBound > end { break }
        rest.removeFirst()
      }
      if count > 0 { left.append(CaptureArrival(time: arrival.time, count: count)) }
      start = end
    }
    return (kept.flatMap { stream[$0] }, left)
  }
}
