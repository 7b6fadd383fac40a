/// Says which piece of a stream each frame belongs to.
///
/// ```swift
/// var splitter = FrameSplitter(by: .interval(milliseconds: 3_600_000))
/// scanner.consume(chunk.span) { frame in files[splitter.piece(of: frame)]?.append(contentsOf: frame.bytes) }
/// ```
/// Pieces by content go on as long as the stream; numbered ones follow each other, so that a piece is
/// whole when the next begins.
public struct FrameSplitter: Sendable {
  /// By what a stream is split.
  public enum Criterion: Hashable, Sendable {
    /// A piece for each message type, DF002.
    case messageType
    /// A piece for each satellite system, and one for messages of none, such as 1005.
    case constellation
    /// A piece for each reference station, DF003, and one for messages of none, such as 1019.
    case stationID
    /// A piece for each such stretch of the GPS day, between whole epochs.
    ///
    /// A piece begins with the first observation at or after a multiple of so many milliseconds of the
    /// GPS day, within 5 ms, as receivers may observe a little beside the full second; other messages
    /// go with the observation before them. One that does not divide the day starts anew at 0 h.
    /// Observations up to a minute older than those before stay with them; a leap further back, as where
    /// a file is played again, begins a piece. A gap is taken for what it is short of whole days.
    case interval(milliseconds: Int)
    /// Pieces of at most so many bytes; a frame that is longer has one of its own.
    case byteCount(Int)
    /// Pieces of so many frames.
    case frameCount(Int)
  }

  /// A part of the stream.
  public enum Piece: Hashable, Sendable {
    /// Frames of one message type; `nil`: of a payload too short to have one.
    case messageType(UInt16?)
    /// Messages of one system, or of none.
    case constellation(Constellation?)
    /// Messages of one station, or of none.
    case stationID(UInt16?)
    /// A stretch of the stream, from 1 on.
    case number(Int)
  }

  private let criterion: Criterion
  private let leapSeconds: Int
  private var number = 1
  /// Of the piece under way.
  private var (byteCount, frameCount) = (0, 0)
  /// Of the latest observation, milliseconds of the GPS day.
  private var time: Int?

  /// Creates a splitter at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - criterion: By what to split; intervals and counts must be above 0.
  ///   - leapSeconds: GPS time less UTC in seconds, by which the epochs of GLONASS are told.
  public init(by criterion: Criterion, leapSeconds: Int = LeapSeconds.latest) {
    switch criterion {
    case .interval(let size), .byteCount(let size), .frameCount(let size):
      precondition(size > 0, "a piece is of more than nothing")
    case .messageType, .constellation, .stationID: break
    }
    self.criterion = criterion
    self.leapSeconds = leapSeconds
  }

  /// The piece that the next frame of the stream belongs to.
  public mutating func piece(of frame: borrowing FrameView) -> Piece {
    switch criterion {
    case .messageType: return .messageType(frame.messageType)
    case .constellation: return .constellation(Constellation(ofMessage: frame.payload))
    case .stationID: return .stationID(RTCMFrame.stationID(ofPayload: frame.payload))
    case .interval(let length): if beginsInterval(of: length, frame.payload) { beginPiece() }
    case .byteCount(let limit):
      if byteCount > 0 && byteCount + frame.bytes.count > limit { beginPiece() }
    case .frameCount(let limit): if frameCount == limit { beginPiece() }
    }
    byteCount &+= frame.bytes.count
    frameCount &+= 1
    return .number(number)
  }

  private mutating func beginPiece() {
    number += 1
    (byteCount, frameCount) = (0, 0)
  }

  /// Whether a message is the first of the next stretch of time.
  private mutating func beginsInterval(of length: Int, _ payload: Span<UInt8>) -> Bool {
    let epoch = EpochField(in: payload)?.epoch
    guard let timeOfDay = epoch?.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds) else {
      return false
    }
    let tolerance = 5
    let now = (timeOfDay + tolerance) % millisecondsPerDay
    guard let last = time else {
      time = now
      return false
    }
    let advance = (now - last + millisecondsPerDay) % millisecondsPerDay
    let setback = millisecondsPerDay - advance
    if setback <= 60_000 { return false }
    time = now
    let isNewDay = now < last
    return isNewDay || now / length != last / length
  }
}

extension FrameSplitter.Piece {
  /// The piece in a word, fit for the name of a file: `1077`, `gps`, `2003`, `0001`, or `none`.
  public var key: String {
    switch self {
    case .messageType(let type?): String(type)
    case .constellation(let constellation?): constellation.word
    case .stationID(let id?): String(id)
    case .messageType(nil), .constellation(nil), .stationID(nil): "none"
    case .number(let number):
      String(repeating: "0", count: max(0, 4 - String(number).count)) + String(number)
    }
  }
}

extension Constellation {
  fileprivate var word: String {
    switch self {
    case .gps: "gps"
    case .glonass: "glonass"
    case .galileo: "galileo"
    case .sbas: "sbas"
    case .qzss: "qzss"
    case .beidou: "beidou"
    case .navic: "navic"
    }
  }
}
