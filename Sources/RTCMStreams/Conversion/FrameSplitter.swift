/// An assignment of a stream's frames to pieces.
///
/// ```swift
/// var splitter = FrameSplitter(by: .interval(milliseconds: 3_600_000))
/// scanner.consume(chunk.span) { frame in files[splitter.piece(of: frame)]?.append(contentsOf: frame.bytes) }
/// ```
/// Pieces by content continue until the stream ends. Numbered pieces follow each other: a piece is complete
/// when the next begins.
public struct FrameSplitter: Sendable {
  /// The criterion by which a stream is split.
  public enum Criterion: Hashable, Sendable {
    /// A piece for each message type, DF002.
    case messageType
    /// A piece for each satellite system, and one for messages of no system, such as 1005.
    case constellation
    /// A piece for each reference station, DF003, and one for messages without DF003, such as 1019.
    case stationID
    /// A piece for each interval of the GPS day, cut between whole epochs.
    ///
    /// A piece begins with the first observation at or after a multiple of the interval in the GPS day. The
    /// tolerance is 5 ms, as receivers may observe slightly beside the full second. Other messages belong
    /// to the piece of the observation before them. An interval that does not divide the day restarts at 0
    /// h.
    ///
    /// Observations up to a minute older than those before stay in the same piece. A jump further back, as
    /// where a file is played again, begins a piece. Of a gap, whole days are not counted.
    case interval(milliseconds: Int)
    /// Pieces of at most this number of bytes; a longer frame has a piece of its own.
    case byteCount(Int)
    /// Pieces of this number of frames.
    case frameCount(Int)
  }

  /// A piece of the stream.
  public enum Piece: Hashable, Sendable {
    /// Frames of one message type; `nil` for payloads too short for a type.
    case messageType(UInt16?)
    /// Messages of one system; `nil` for messages of no system.
    case constellation(Constellation?)
    /// Messages of one station; `nil` for messages without a station ID.
    case stationID(UInt16?)
    /// A numbered piece, from 1 on.
    case number(Int)
  }

  private let criterion: Criterion
  private let leapSeconds: Int
  private var number = 1
  /// The bytes and frames of the piece under way.
  private var (byteCount, frameCount) = (0, 0)
  /// The time of the latest observation, milliseconds of the GPS day.
  private var time: Int?

  /// Creates a splitter at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - criterion: The criterion; intervals and counts must be above 0.
  ///   - leapSeconds: GPS time minus UTC in seconds, for the epochs of GLONASS.
  public init(by criterion: Criterion, leapSeconds: Int = LeapSeconds.latest) {
    switch criterion {
    case .interval(let size), .byteCount(let size), .frameCount(let size):
      precondition(size > 0, "a piece is of more than nothing")
    case .messageType, .constellation, .stationID: break
    }
    self.criterion = criterion
    self.leapSeconds = leapSeconds
  }

  /// Returns the piece of the next frame of the stream.
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

  /// Whether a message is the first of the next interval.
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
  /// The piece as a word for a file name: `1077`, `gps`, `2003`, `0001`, or `none`.
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
