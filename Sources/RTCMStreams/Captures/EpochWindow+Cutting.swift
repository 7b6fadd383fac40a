extension EpochWindow {
  /// Returns the ranges of the window's frames in a stream; bytes between frames are in none of the ranges.
  ///
  /// The result is empty where the stream has epochs and the window contains none of them.
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

  /// Returns the frames of a stream that lie in the window, without the bytes between frames.
  ///
  /// - Parameters:
  ///   - stream: The stream, from its beginning.
  ///   - arrivals: The arrival times of the stream's bytes.
  /// - Returns: The bytes in the window, and the remaining part of each arrival. Both are empty where the
  ///   stream has observations and the window contains none of them.
  public func cut(
    _ stream: [UInt8], arrivals: [CaptureArrival] = []
  ) -> (bytes: [UInt8], arrivals: [CaptureArrival]) {
    let kept = ranges(in: stream.span)
    var (left, start, rest) = ([CaptureArrival](), 0, kept[...])
    for arrival in arrivals {
      // A timing file may count more bytes than the stream has.
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
