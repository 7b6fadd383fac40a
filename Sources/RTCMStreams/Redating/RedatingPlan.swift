internal import Mathematics

/// The treatment of each frame of a capture that is played at another time than its own.
struct RedatingPlan: Sendable {
  /// A frame that contains, or may contain, a time.
  struct DatedFrame: Sendable {
    /// The treatment of a dated frame in a shifted pass.
    enum Treatment: Hashable, Sendable {
      /// The epoch is shifted; the flag says whether more of the epoch follows.
      case observation(isMoreToFollow: Bool)
      /// The frame is the orbit at this index of the plan's orbits.
      case orbit(Int)
      /// The times in the message are shifted.
      case message
      /// The frame stays unchanged: GLONASS biases (1230), kept in passes that keep GLONASS.
      case glonassBiases
      /// The frame is left out.
      case unknown
    }

    var range: Range<Int>
    var type: UInt16
    var treatment: Treatment
    /// The time since the first epoch, milliseconds, taken from the epochs around the frame.
    var time: Int
    var isGLONASS = false
  }

  /// An orbit and clock in elements, however often the capture repeats it.
  struct Orbit: Sendable {
    var message: RTCMMessage
    /// The time at which the capture first has the orbit.
    var sent: GPSTime
    /// The shifts of toe in addition to the shift of the epochs, seconds, for even and for odd passes.
    var restatements: (even: [Int], odd: [Int]) = ([], [])
  }

  /// The time from one pass to the next, milliseconds; 0 for a capture without epochs, which has no date.
  private(set) var passLength: Int
  /// The unit of time shifts, milliseconds: each shift is a multiple of it.
  private(set) var grid = 1
  /// The byte offset at which a pass ends in the capture; the rest is played only once.
  private(set) var end: Int
  /// The length of the pass before its last epoch, milliseconds.
  private(set) var span = 0
  /// The time of the first epoch.
  private(set) var firstEpoch: GPSTime
  /// The claimed dates in the capture that contradict the date of the first epoch.
  private(set) var dateOutliers: [DateClaim] = []
  /// The frames that contain times, in the capture's order.
  private(set) var frames: [DatedFrame] = []
  /// The orbits of the frames, each once.
  private(set) var orbits: [Orbit] = []
  /// Whether the capture has GLONASS orbits (1020).
  private(set) var hasGLONASSOrbits = false
  /// Whether a pass is too short, less than an hour, for GLONASS orbits to be moved.
  private(set) var isGLONASSLost = false

  init(_ capture: Span<UInt8>, _ scan: CaptureScan, _ timeline: EpochTimeline) {
    var date = StreamDate()
    passLength = timeline.epochs.isEmpty ? 0 : timeline.span + timeline.interval
    end = capture.count
    firstEpoch = date.guess
    guard !timeline.epochs.isEmpty else { return }
    classify(capture, scan, timeline, &date)
    firstEpoch = scan.firstEpoch(near: date.guess)
    dateOutliers = date.outliers
    cut(timeline)
    find(capture, orbitsBefore: end)
  }

  /// Returns the dated frames that begin in a range of the capture.
  func frames(in range: Range<Int>) -> ArraySlice<DatedFrame> {
    let first = frames.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
    let end = frames.partitioningIndex { $0.range.lowerBound >= range.upperBound }
    return frames[first..<end]
  }
}

// MARK: Frames

extension RedatingPlan {
  private mutating func classify(
    _ capture: Span<UInt8>, _ scan: CaptureScan, _ timeline: EpochTimeline,
    _ date: inout StreamDate
  ) {
    var epochs = timeline.epochs[...]
    for frame in scan.frames {
      while epochs.count > 1, let first = epochs.first, first.end <= frame.range.lowerBound {
        epochs.removeFirst()
      }
      let time = epochs.first?.told ?? 0
      guard let type = frame.type, !Self.isTimeless(type) else { continue }
      var dated = DatedFrame(range: frame.range, type: type, treatment: .unknown, time: time)
      if let epoch = frame.epoch {
        date.follow(epoch)
        dated.treatment = .observation(isMoreToFollow: frame.isMoreToFollow)
        dated.isGLONASS = epoch.constellation == .glonass
      } else if type == 1230 {
        (dated.treatment, dated.isGLONASS) = (.glonassBiases, true)
      } else if let message = Self.message(in: capture.extracting(frame.range)) {
        let saysTime = message.impossibleTime == nil
        if saysTime, message.path != nil || type == 1013 || type == 1029 {
          dated.treatment = .message
        }
        dated.isGLONASS = type == 1020
        date.learn(from: message)
      }
      frames.append(dated)
    }
  }

  /// Whether messages of a type contain no time at all; such frames are sent unchanged.
  private static func isTimeless(_ type: UInt16) -> Bool {
    switch type {
    case 1005...1008, 1014, 1021...1027, 1032, 1033, 1300...1302: true
    default: false
    }
  }

  static func message(in frame: Span<UInt8>) -> RTCMMessage? {
    guard let payload = RTCMFrame.payload(of: frame) else { return nil }
    return try? RTCMMessage(decoding: payload)
  }
}

// MARK: The pass

extension RedatingPlan {
  /// Cuts the pass to a length by which its orbits can be shifted.
  private mutating func cut(_ timeline: EpochTimeline) {
    let types = Set(frames.lazy.filter { $0.treatment == .message }.map { $0.type })
    if types.contains(1045) || types.contains(1046) {
      grid = 240_000
    } else if !types.isDisjoint(with: [63, 1019, 1041, 1042, 1043, 1044]) {
      grid = 16_000
    }
    hasGLONASSOrbits = types.contains(1020)
    if hasGLONASSOrbits {
      isGLONASSLost = passLength < Self.hour
      if !isGLONASSLost { grid = Self.hour }
    }
    let whole = passLength
    if grid > 1 { passLength = max(passLength / grid, 1) * grid }
    let earliest = timeline.epochs.reduce(0) { min($0, $1.told) }
    let kept = timeline.epochs.prefix { $0.told - earliest < passLength }
    guard let last = kept.last else { return }
    if kept.count < timeline.epochs.count { end = last.end }
    span = passLength < whole ? last.told - earliest : whole - timeline.interval
  }

  private static var hour: Int { 3_600_000 }
}

// MARK: Orbits

extension RedatingPlan {
  /// Finds the distinct orbits of a pass and the restatements of each.
  private mutating func find(_ capture: Span<UInt8>, orbitsBefore end: Int) {
    var satellites: [Satellite] = []
    for index in frames.indices
    where frames[index].treatment == .message && frames[index].range.lowerBound < end {
      guard let message = Self.message(in: capture.extracting(frames[index].range)),
        case .elements(let id, let model) = message.path
      else { continue }
      let type = frames[index].type
      let place =
        satellites.firstIndex { $0.id == id && $0.type == type } ?? satellites.endIndex
      if place == satellites.endIndex {
        satellites.append(Satellite(type: type, id: id, model: model))
      }
      if let known = satellites[place].orbits.first(where: { orbits[$0].message == message }) {
        frames[index].treatment = .orbit(known)
      } else if satellites[place].orbits.count < Self.mostOrbits {
        frames[index].treatment = .orbit(orbits.count)
        satellites[place].orbits.append(orbits.count)
        orbits.append(Orbit(message: message, sent: instant(at: frames[index].time)))
      }
    }
    for satellite in satellites { restate(satellite) }
  }

  private mutating func restate(_ satellite: Satellite) {
    let toes = satellite.orbits.map { index in
      let orbit = orbits[index]
      let toe = orbit.message.referenceTime(near: orbit.sent) ?? orbit.sent
      return Int((toe.nanoseconds - firstEpoch.nanoseconds) / 1_000_000)
    }
    let cells = OrbitCells(toes: toes, passLength: passLength, model: satellite.model)
    for (place, index) in satellite.orbits.enumerated() {
      orbits[index].restatements = (
        cells.restatements(of: place, isOddPass: false),
        cells.restatements(of: place, isOddPass: true)
      )
    }
  }

  /// Returns the instant `time` milliseconds after the first epoch, in the capture's own time.
  func instant(at time: Int) -> GPSTime {
    firstEpoch.advanced(milliseconds: time)
  }

  /// The number of orbits kept per satellite, more than in ten days.
  ///
  /// Further orbits come only by accident, and are moved without restatement.
  private static var mostOrbits: Int { 128 }

  private struct Satellite {
    var type: UInt16
    var id: UInt8
    var model: OrbitModel
    var orbits: [Int] = []
  }
}

extension Array {
  /// Returns the index of the first element of a partitioned array's second part; `count` for an empty part.
  func partitioningIndex(where belongsToSecond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
