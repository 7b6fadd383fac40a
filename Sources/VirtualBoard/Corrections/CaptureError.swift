public import RTCMStreams

extension Capture {
  /// Checks that the capture has a frame to play.
  ///
  /// - Parameter name: The file, or another name for the capture.
  /// - Throws: ``CaptureError`` when the capture has no valid frame; the error names the actual
  ///   format.
  package func requireFrames(in name: String) throws(CaptureError) {
    guard counts.frames == 0 else { return }
    let beginning = Array(bytes.prefix(ForeignStream.beginningLength))
    throw CaptureError(path: name, reason: .withoutFrames(ForeignStream(beginning: beginning)))
  }
}

/// The error for a capture that cannot be used.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error; switch over this.
  public enum Reason: Hashable, Sendable {
    /// A path without a file.
    case missing
    /// A path that leads to a folder.
    case folder
    /// A file that the system does not let the process read.
    case unreadable
    /// A file without any bytes.
    case empty
    /// A file without a valid frame; the value is its actual format.
    case withoutFrames(ForeignStream)
    /// A capture without a station message, where the origin is beside the base.
    case withoutStation
  }

  /// The path of the file, or another name for the capture.
  public var path: String
  /// The kind of error.
  public var reason: Reason

  /// Creates the error of a capture.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The error, the capture and the remedy, in words.
  public var description: String {
    switch reason {
    case .missing: "there is no capture '\(path)'; check the path"
    case .folder: "'\(path)' is a folder; name one capture in it"
    case .unreadable: "the capture '\(path)' cannot be read; check its permissions"
    case .empty: "the capture '\(path)' is empty"
    case .withoutFrames(let kind):
      "the capture '\(path)' holds no valid RTCM 3 frame: \(kind.sentence)"
    case .withoutStation:
      "the capture '\(path)' has no 1005 or 1006, so its base is unknown; use --origin LAT,LON"
    }
  }
}
