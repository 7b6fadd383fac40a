internal import RTCMParser
internal import RTCMText

/// The fields that may be left out because they follow from other members: counts, an MSM's masks, reserved
/// bits.
struct DerivedFields {
  private let level: RecordLevel
  private let constellation: Constellation?
  private let masks: MSMMasks

  init(of level: RecordLevel, _ constellation: Constellation?, _ masks: MSMMasks) {
    self.level = level
    self.constellation = constellation
    self.masks = masks
  }

  /// Returns the bits of a field; `nil` if the field does not follow from other members.
  func bits(of field: DataField) throws(JSONMessageError) -> UInt64? {
    switch field.number {
    case 1: 0  // reserved
    case 138: characterCount
    case 394: try satelliteMask()
    case 395: try cells().reduce(0) { $0 | 1 << UInt64(32 - $1.signalID) }
    case 396: try cells().reduce(0) { $0 | masks.bit(ofCell: $1) }
    default: count(of: field)
    }
  }

  /// Returns the length of the array that a field counts.
  private func count(of field: DataField) -> UInt64? {
    let name = "\(field.name)"
    for (ending, less) in [("_count", 0), ("_count_less_one", 1)] where name.hasSuffix(ending) {
      let array = JSONNames.array(of: String(name.dropLast(ending.count)))
      guard level[array]?.elements != nil else { return nil }
      // An excess for the field is reported later, when the last groups stay unread.
      return min(UInt64(max(level.elementCount(array) - less, 0)), 1 << UInt64(field.bitCount) - 1)
    }
    return nil
  }

  /// The value of DF138, the number of characters in message 1029's text.
  private var characterCount: UInt64? {
    guard case .text(let text)? = level["text"] else { return nil }
    let count = text.unicodeScalars.count
    return count <= 127 ? UInt64(count) : nil
  }
}

// MARK: Masks

extension DerivedFields {
  private func satelliteMask() throws(JSONMessageError) -> UInt64 {
    var mask: UInt64 = 0
    for group in level.groups("satellites") + level.groups("cells") {
      mask |= 1 << UInt64(64 - (try satelliteID(of: group)))
    }
    return mask
  }

  private func satelliteID(of group: RecordLevel) throws(JSONMessageError) -> UInt8 {
    guard case .number(let number)? = group[JSONNames.satelliteID],
      let id = UInt8(exactly: number), (1...64).contains(id)
    else {
      throw error(.missing(remedy: "give a number 1...64"), in: group, at: JSONNames.satelliteID)
    }
    return id
  }

  private func cells() throws(JSONMessageError) -> [(satelliteID: UInt8, signalID: UInt8)] {
    var cells: [(UInt8, UInt8)] = []
    for group in level.groups("cells") {
      guard let signal = group[JSONNames.signal]?.signalID(of: constellation) else {
        throw error(
          .missing(remedy: "give a RINEX code of the system such as \"1C\", or \"signal 31\""),
          in: group, at: JSONNames.signal)
      }
      cells.append((try satelliteID(of: group), signal))
    }
    return cells
  }

  private func error(
    _ reason: JSONMessageError.Reason, in group: RecordLevel, at member: String
  ) -> JSONMessageError {
    JSONMessageError(reason, path: group.path(of: member))
  }
}

/// The masks DF394 and DF395 of an MSM, which determine the position of a cell in DF396.
struct MSMMasks {
  private var satellites: UInt64 = 0
  /// The signal mask, in the upper half, aligned like the satellite mask.
  private var signals: UInt64 = 0

  /// Stores the bits of a field if it is one of the two masks.
  mutating func remember(_ bits: UInt64, of field: DataField) {
    if field.number == 394 { satellites = bits }
    if field.number == 395 { signals = bits << 32 }
  }

  /// Returns the bit of a cell in DF396; 0 if the masks do not include its satellite and its signal.
  func bit(ofCell cell: (satelliteID: UInt8, signalID: UInt8)) -> UInt64 {
    let (satellite, signal) = (Self.bit(of: cell.satelliteID), Self.bit(of: cell.signalID))
    guard satellites & satellite != 0, signals & signal != 0 else { return 0 }
    // The number of satellites, and of signals, that come after the cell's.
    let rows = (satellites & (satellite - 1)).nonzeroBitCount
    let columns = (signals & (signal - 1)).nonzeroBitCount
    return 1 << UInt64(rows * signals.nonzeroBitCount + columns)
  }

  private static func bit(of id: UInt8) -> UInt64 { 1 << UInt64(64 - id) }
}
