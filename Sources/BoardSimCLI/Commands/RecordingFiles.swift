internal import GNSSBasics
internal import RTCMStreams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files in which a live stream is recorded, each with a file of arrival times beside it.
///
/// Every write is flushed and ends between two frames, so that a file is readable at any time, and after
/// any end.
struct RecordingFiles: ~Copyable {
  /// A file of the recording.
  struct File: Equatable {
    var path: String
    /// The path of the arrival times; `nil` when the output allows no file beside it.
    var timing: String?
    var byteCount = 0
    var frameCount = 0
    var first: UnixTime
    var last: UnixTime
  }

  private let path: String
  private let rotation: Rotation?
  private let overwrites: Bool
  private var stream: OutputStream?
  private var timing: OutputStream?
  /// The number of bytes of arrival times in the current file.
  private var timingCount = 0
  /// The completed files, in the order of their completion.
  private(set) var finished: [File] = []
  /// The file being written; `nil` before the first piece.
  private(set) var current: File?

  /// Creates the recording; no file is created before the first piece.
  ///
  /// - Parameters:
  ///   - path: The file; with rotation, each file has the date of its beginning before the extension.
  ///   - rotation: The rule for starting another file; `nil` for a single file.
  ///   - overwrites: Whether existing files are replaced.
  /// - Throws: ``Failure`` when the file exists and must not be replaced.
  init(_ path: String, rotation: Rotation?, overwrites: Bool) throws(Failure) {
    self.path = path
    self.rotation = rotation
    self.overwrites = overwrites
    if rotation == nil, !overwrites, PendingFile.isFile(path), isThere(path) {
      throw .exists(path)
    }
  }

  /// Writes a piece of the stream with its arrival time.
  mutating func write(_ piece: WholeFrames.Piece, at time: UnixTime) throws(Failure) {
    var rest = piece
    while !rest.bytes.isEmpty {
      try turn(at: time, before: rest)
      let part = rest.split(after: room(for: rest))
      try append(part, at: time)
    }
  }

  /// Ends the recording, and completes the current file.
  mutating func finish() throws(Failure) { try closeCurrent() }

  // MARK: Rotation

  /// Returns the number of a piece's bytes that go into the current file.
  private func room(for piece: WholeFrames.Piece) -> Int {
    guard case .bytes(let limit) = rotation else { return piece.bytes.count }
    let room = limit - (current?.byteCount ?? 0)
    if piece.bytes.count <= room { return piece.bytes.count }
    // A file has at least one frame, even when the frame exceeds the size limit.
    return piece.frameEnds.last { $0 <= room } ?? piece.frameEnds.first ?? piece.bytes.count
  }

  /// Ends the current file when its rotation is due, and opens another when none is open.
  private mutating func turn(
    at time: UnixTime, before piece: WholeFrames.Piece
  ) throws(Failure) {
    if let rotation, let file = current {
      let isOver = rotation.stretch(of: time) != rotation.stretch(of: file.first)
      if isOver || isFull(file, before: piece) { try closeCurrent() }
    }
    if current == nil { try open(at: time) }
  }

  private func isFull(_ file: File, before piece: WholeFrames.Piece) -> Bool {
    guard case .bytes(let limit) = rotation else { return false }
    return file.byteCount + (piece.frameEnds.first ?? piece.bytes.count) > limit
  }

  private mutating func open(at time: UnixTime) throws(Failure) {
    let name = rotation == nil ? path : freeName(at: time)
    let hasTiming = PendingFile.isFile(name)
    let mode = overwrites || rotation == nil ? OutputStream.Mode.replace : .create
    stream = try OutputStream(name, mode: mode)
    let side = name + CaptureTiming.ending
    timing = hasTiming ? try OutputStream(side) : nil
    timingCount = 0
    current = File(path: name, timing: hasTiming ? side : nil, first: time, last: time)
  }

  /// Returns an unused name: `base-20260601T120000Z.rtcm3`, or with `-2` after the date within the same
  /// second.
  private func freeName(at time: UnixTime) -> String {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let dot = path[start...].dropFirst().lastIndex(of: ".") ?? path.endIndex
    let stem = path[..<dot] + "-" + CivilTime(time).compact
    var name = stem + path[dot...]
    var number = 2
    while finished.contains(where: { $0.path == name }) || !overwrites && isThere(String(name)) {
      name = stem + "-\(number)" + path[dot...]
      number += 1
    }
    return String(name)
  }

  // MARK: Writing

  private mutating func append(
    _ part: WholeFrames.Piece, at time: UnixTime
  ) throws(Failure) {
    guard let file = current else { return }
    let arrival = CaptureArrival(
      time: .nanoseconds(time.nanoseconds), count: part.bytes.count
    ).encode()
    do throws(Failure) {
      try stream?.write(part.bytes)
      try stream?.flush()
      try timing?.write(arrival)
      try timing?.flush()
    } catch {
      takeBack(file)
      throw error
    }
    timingCount += arrival.count
    current?.byteCount += part.bytes.count
    current?.frameCount += part.frameEnds.count
    current?.last = time
  }

  /// Truncates the files to the last complete piece after a failed write, such as on a full disk.
  private mutating func takeBack(_ file: File) {
    stream = nil
    timing = nil
    // Sound: the paths are only read.
    if let side = file.timing {
      _ = unsafe truncate(file.path, off_t(file.byteCount))
      _ = unsafe truncate(side, off_t(timingCount))
    }
    finished.append(file)
    current = nil
  }

  private mutating func closeCurrent() throws(Failure) {
    guard let file = current else { return }
    current = nil
    finished.append(file)
    try stream?.close()
    stream = nil
    try timing?.close()
    timing = nil
  }
}

extension WholeFrames.Piece {
  /// Removes and returns the first bytes, up to `count`, which is the end of a frame or of the piece.
  mutating func split(after count: Int) -> WholeFrames.Piece {
    let first = WholeFrames.Piece(
      bytes: Array(bytes.prefix(count)), frameEnds: frameEnds.filter { $0 <= count })
    self = WholeFrames.Piece(
      bytes: Array(bytes.dropFirst(count)),
      frameEnds: frameEnds.filter { $0 > count }.map { $0 - count })
    return first
  }
}

extension CivilTime {
  /// The time as `20260601T120000Z`.
  fileprivate var compact: String {
    func digits(_ number: Int, _ width: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let day = digits(year, 4) + digits(month, 2) + digits(day, 2)
    return day + "T" + digits(hour, 2) + digits(minute, 2) + digits(second, 2) + "Z"
  }
}
