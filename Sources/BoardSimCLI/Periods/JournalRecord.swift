internal import RINEX
internal import RTCMParser
internal import SensorDrivers

/// An entry of a ``PeriodJournal``.
enum JournalRecord: Equatable {
  /// The first entry: the period, and the form of the entries.
  case period(FilePeriod)
  /// The payload of an earlier period's last message about the station.
  case station([UInt8])
  /// The locks with which an earlier period ended, and their station.
  case locks([SignalLock], stationID: UInt16)
  /// The GLONASS frequency channels of an earlier period, by slot.
  case channels([UInt8: Int])
  /// The last observations of an earlier period, for phases that go on from message to message.
  case phases(ObservationEpoch)
  /// An epoch of the period; the observations of a signal in a later epoch of the same time are doubles.
  case epoch(ObservationEpoch)
  /// The payload of a message that is none of observations.
  case message([UInt8])
  /// The name of a file that was made of the entries before.
  case file(String)

  /// The number that stands for the kind of entry.
  private var kind: UInt8 {
    switch self {
    case .period: 1
    case .station: 2
    case .locks: 3
    case .channels: 4
    case .phases: 5
    case .epoch: 6
    case .message: 7
    case .file: 8
    }
  }

  /// The number of bytes before the content, and of the checksum behind it.
  private static let (headLength, checkLength) = (5, 3)
  /// The greatest length of the content, bytes: an epoch of all signals of all systems has some 100,000.
  private static let greatestLength = 1 << 22

  /// The entry's bytes: kind, length of the content, content and CRC-24Q.
  var bytes: [UInt8] {
    let content = content
    var bytes = [kind]
    bytes.reserveCapacity(content.count + Self.headLength + Self.checkLength)
    bytes.append(littleEndian: UInt64(content.count), byteCount: 4)
    bytes += content
    bytes.append(littleEndian: UInt64(CRC24Q.checksum(bytes.span)), byteCount: Self.checkLength)
    return bytes
  }

  /// The outcome of reading an entry.
  enum Reading {
    /// The entry, and the number of its bytes.
    case record(JournalRecord, length: Int)
    /// The bytes end before the entry does.
    case incomplete
    /// The bytes are no entry.
    case damaged
  }

  /// Reads the entry at the beginning of bytes.
  static func read(_ bytes: Span<UInt8>) -> Reading {
    guard bytes.count >= headLength else { return .incomplete }
    let content = Int(bytes.littleEndian(at: 1, as: UInt32.self))
    guard content <= greatestLength else { return .damaged }
    let end = headLength + content
    guard bytes.count >= end + checkLength else { return .incomplete }
    let check =
      UInt32(bytes[end]) | UInt32(bytes[end + 1]) << 8 | UInt32(bytes[end + 2]) << 16
    guard check == CRC24Q.checksum(bytes.extracting(0..<end)) else { return .damaged }
    var reader = FieldReader(Array(bytes.extracting(headLength..<end)))
    guard let record = JournalRecord(kind: bytes[0], &reader), reader.isAtEnd else {
      return .damaged
    }
    return .record(record, length: end + checkLength)
  }

  private var content: [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .period(let period):
      bytes += Self.form.utf8
      bytes.append(littleEndian: UInt64(bitPattern: period.start.nanoseconds), byteCount: 8)
      bytes.append(littleEndian: UInt64(bitPattern: period.nanoseconds), byteCount: 8)
    case .station(let payload), .message(let payload): bytes = payload
    case .locks(let locks, let stationID):
      bytes.append(littleEndian: UInt64(stationID), byteCount: 2)
      for lock in locks { lock.append(to: &bytes) }
    case .channels(let channels):
      for (slot, channel) in channels.sorted(by: { $0.key < $1.key }) {
        bytes += [slot, UInt8(bitPattern: Int8(clamping: channel))]
      }
    case .phases(let epoch), .epoch(let epoch): epoch.append(to: &bytes)
    case .file(let name): bytes += name.utf8
    }
    return bytes
  }

  private init?(kind: UInt8, _ reader: inout FieldReader) {
    switch kind {
    case 1:
      guard reader.text(Self.form.utf8.count) == Self.form, let start = reader.integer(UInt64.self),
        let length = reader.integer(UInt64.self), case let nanoseconds = Int64(bitPattern: length),
        nanoseconds > 0
      else { return nil }
      self = .period(
        FilePeriod(
          of: GPSTime(nanoseconds: Int64(bitPattern: start)), nanoseconds: nanoseconds))
    case 2: self = .station(reader.rest())
    case 3:
      guard let stationID = reader.integer(UInt16.self) else { return nil }
      var locks: [SignalLock] = []
      while !reader.isAtEnd {
        guard let lock = SignalLock(&reader) else { return nil }
        locks.append(lock)
      }
      self = .locks(locks, stationID: stationID)
    case 4:
      var channels: [UInt8: Int] = [:]
      while let slot = reader.integer(UInt8.self), let channel = reader.integer(UInt8.self) {
        channels[slot] = Int(Int8(bitPattern: channel))
      }
      self = .channels(channels)
    case 5, 6:
      guard let epoch = ObservationEpoch(&reader) else { return nil }
      self = kind == 5 ? .phases(epoch) : .epoch(epoch)
    case 7: self = .message(reader.rest())
    case 8: self = .file(String(decoding: reader.rest(), as: UTF8.self))
    default: return nil
    }
  }

  /// The words that name the form of the entries, in the first one.
  private static let form = "boardsim period 1\n"
}

/// A reader of fields one after another.
struct FieldReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// Returns the next integer, least significant byte first; `nil` at the end.
  mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) -> Value? {
    let length = Value.bitWidth / 8
    guard bytes.count - position >= length else { return nil }
    defer { position += length }
    return bytes.span.littleEndian(at: position, as: Value.self)
  }

  /// Returns a text of a number of bytes; `nil` at the end.
  mutating func text(_ count: Int) -> String? {
    guard bytes.count - position >= count else { return nil }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  /// Returns the bytes up to the end.
  mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return Array(bytes[position...])
  }
}

extension SignalLock {
  fileprivate func append(to bytes: inout [UInt8]) {
    bytes += [
      satellite.constellation.rawValue, UInt8(clamping: satellite.number), code.band,
      code.attribute, hasSlipped ? 1 : 0,
    ]
    bytes.append(littleEndian: UInt64(UInt32(clamping: milliseconds)), byteCount: 4)
  }

  fileprivate init?(_ reader: inout FieldReader) {
    guard let satellite = SatelliteID(&reader), let code = RINEXSignalCode(&reader),
      let hasSlipped = reader.integer(UInt8.self), let milliseconds = reader.integer(UInt32.self)
    else { return nil }
    self.init(satellite, code, milliseconds: Int(milliseconds), hasSlipped: hasSlipped != 0)
  }
}

extension SatelliteID {
  fileprivate init?(_ reader: inout FieldReader) {
    guard let system = reader.integer(UInt8.self).flatMap(Constellation.init(rawValue:)),
      let number = reader.integer(UInt8.self)
    else { return nil }
    self.init(system, Int(number))
  }
}

extension RINEXSignalCode {
  fileprivate init?(_ reader: inout FieldReader) {
    guard let band = reader.integer(UInt8.self), let attribute = reader.integer(UInt8.self),
      (1...9).contains(band), (0x41...0x5A).contains(attribute)
    else { return nil }
    self.init(band: band, attribute: attribute)
  }
}

extension ObservationEpoch {
  fileprivate func append(to bytes: inout [UInt8]) {
    bytes.reserveCapacity(16 + 48 * observations.count)
    bytes.append(littleEndian: UInt64(bitPattern: time.nanoseconds), byteCount: 8)
    bytes.append(littleEndian: UInt64(stationID), byteCount: 2)
    bytes.append(isComplete ? 1 : 0)
    for observation in observations { observation.append(to: &bytes) }
  }

  fileprivate init?(_ reader: inout FieldReader) {
    guard let time = reader.integer(UInt64.self), let stationID = reader.integer(UInt16.self),
      let isComplete = reader.integer(UInt8.self)
    else { return nil }
    self.init(time: GPSTime(nanoseconds: Int64(bitPattern: time)), stationID: stationID)
    self.isComplete = isComplete != 0
    while !reader.isAtEnd {
      guard let observation = SignalObservation(&reader) else { return nil }
      observations.append(observation)
    }
  }
}

/// The fields of an observation that may be missing, each a bit before the others.
private struct ObservationFields: OptionSet {
  let rawValue: UInt16

  static let code = Self(rawValue: 1)
  static let signalID = Self(rawValue: 2)
  static let messageType = Self(rawValue: 4)
  static let pseudorange = Self(rawValue: 8)
  static let phaserange = Self(rawValue: 16)
  static let phaserangeRate = Self(rawValue: 32)
  static let cnr = Self(rawValue: 64)
  static let lockTime = Self(rawValue: 128)
  static let halfCycle = Self(rawValue: 256)
  static let channel = Self(rawValue: 512)
  static let frequency = Self(rawValue: 1024)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(of observation: SignalObservation) {
    self = observation.hasHalfCycleAmbiguity ? .halfCycle : []
    for (field, isThere) in [
      (.code, observation.code != nil), (.signalID, observation.signalID != nil),
      (.messageType, observation.messageType != nil),
      (.pseudorange, observation.pseudorange != nil),
      (.phaserange, observation.phaserange != nil),
      (.phaserangeRate, observation.phaserangeRate != nil), (.cnr, observation.cnr != nil),
      (.lockTime, observation.minimumLockTimeMilliseconds != nil),
      (.channel, observation.glonassFrequencyChannel != nil),
      (.frequency, observation.carrierFrequency != nil),
    ] as [(Self, Bool)] where isThere { insert(field) }
  }
}

extension SignalObservation {
  fileprivate func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: UInt64(ObservationFields(of: self).rawValue), byteCount: 2)
    bytes += [constellation.rawValue, UInt8(clamping: satelliteNumber)]
    if let code { bytes += [code.band, code.attribute] }
    if let signalID { bytes.append(signalID) }
    if let messageType { bytes.append(littleEndian: UInt64(messageType), byteCount: 2) }
    for value in [pseudorange, phaserange, phaserangeRate, cnr] {
      if let value { bytes.append(littleEndian: value.bitPattern, byteCount: 8) }
    }
    if let milliseconds = minimumLockTimeMilliseconds {
      bytes.append(littleEndian: UInt64(UInt32(clamping: milliseconds)), byteCount: 4)
    }
    if let glonassFrequencyChannel {
      bytes.append(UInt8(bitPattern: Int8(clamping: glonassFrequencyChannel)))
    }
    if let carrierFrequency {
      bytes.append(littleEndian: carrierFrequency.bitPattern, byteCount: 8)
    }
  }

  fileprivate init?(_ reader: inout FieldReader) {
    guard let fields = reader.integer(UInt16.self).map(ObservationFields.init(rawValue:)),
      let satellite = SatelliteID(&reader)
    else { return nil }
    // The code that stands in for a missing one is removed at once.
    let none = RINEXSignalCode(band: 1, attribute: 0x43)
    guard let code = fields.contains(.code) ? RINEXSignalCode(&reader) : none else { return nil }
    self.init(
      constellation: satellite.constellation, satelliteNumber: satellite.number, code: code,
      signalID: nil, carrierFrequency: nil)
    if !fields.contains(.code) { self.code = nil }
    hasHalfCycleAmbiguity = fields.contains(.halfCycle)
    func double(_ field: ObservationFields, _ reader: inout FieldReader) -> Double? {
      guard fields.contains(field) else { return nil }
      return reader.integer(UInt64.self).map(Double.init(bitPattern:))
    }
    if fields.contains(.signalID) { signalID = reader.integer(UInt8.self) }
    if fields.contains(.messageType) { messageType = reader.integer(UInt16.self) }
    pseudorange = double(.pseudorange, &reader)
    phaserange = double(.phaserange, &reader)
    phaserangeRate = double(.phaserangeRate, &reader)
    cnr = double(.cnr, &reader)
    if fields.contains(.lockTime) {
      minimumLockTimeMilliseconds = reader.integer(UInt32.self).map(Int.init)
    }
    if fields.contains(.channel) {
      glonassFrequencyChannel = reader.integer(UInt8.self).map { Int(Int8(bitPattern: $0)) }
    }
    carrierFrequency = double(.frequency, &reader)
  }
}
