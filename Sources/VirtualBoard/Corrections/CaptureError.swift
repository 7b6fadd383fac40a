public import RTCMStreams

extension Capture {
  /// Checks that there is anything to play.
  ///
  /// - Parameter name: The file, or what else it is called.
  /// - Throws: ``CaptureError`` when it has no valid frame; it says what it is instead.
  package func requireFrames(in name: String) throws(CaptureError) {
    guard counts.frames == 0 else { return }
    let beginning = Array(bytes.prefix(ForeignStream.beginningLength))
    throw CaptureError(path: name, reason: .withoutFrames(ForeignStream(beginning: beginning)))
  }
}

/// A capture that cannot be used.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault; switch over this.
  public enum Reason: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The path leads to a folder.
    case folder
    /// The system did not let it be read.
    case unreadable
    /// The file has no bytes.
    case empty
    /// The file has no valid frame; its actual format.
    case withoutFrames(ForeignStream)
    /// The capture has no station message, and the origin was to be beside the base.
    case withoutStation
  }

  /// The file, or what else the capture is called.
  public var path: String
  /// The kind of fault.
  public var reason: Reason

  /// Creates an error.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The fault, its place and its remedy.
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
