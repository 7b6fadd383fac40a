internal import RTCMStreams

/// The file beside a capture with the arrival times of its bytes, in our format or in RTKLIB's.
struct SideFile {
  /// The file's path.
  let path: String
  private let isTag: Bool

  /// Finds the file beside a capture, in our format before RTKLIB's; `nil` when none exists.
  init?(of capture: String) {
    guard PendingFile.isFile(capture) else { return nil }
    // The file beside a capture may keep its name when the capture is compressed.
    let names = capture.hasSuffix(".gz") ? [capture, String(capture.dropLast(3))] : [capture]
    for name in names {
      for (ending, isTag) in [(CaptureTiming.ending, false), (CaptureTiming.tagEnding, true)]
      where isThere(name + ending) {
        (path, self.isTag) = (name + ending, isTag)
        return
      }
    }
    return nil
  }

  /// Returns the arrival times of the capture's bytes.
  ///
  /// - Parameter length: The capture's length, bytes.
  /// - Returns: The arrivals, in the file's order.
  /// - Throws: ``Failure`` when the file cannot be read or used.
  func arrivals(of length: Int) throws -> [CaptureArrival] {
    let bytes = try InputStream.bytes(of: path)
    do throws(CaptureTimingError) {
      return isTag
        ? try CaptureTiming.arrivals(tag: bytes.span, of: length)
        : try CaptureTiming.arrivals(timing: bytes.span)
    } catch {
      throw Failure(
        message: "'\(path)' \(error); take it away, and the capture is played by its epochs")
    }
  }
}
