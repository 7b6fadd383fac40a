public import CRTCM
internal import RTCMParser

/// Where a field stands among groups: which group, and which of the group in that.
struct Place {
  private(set) var depth = 0
  private(set) var index: (UInt16, UInt16) = (0, 0)
  private(set) var group: (StaticString?, StaticString?) = (nil, nil)
  private(set) var satellite: (UInt8, UInt8) = (0, 0)
  private(set) var signal: UInt8 = 0
  /// The group counted last at each depth, and how many there were.
  private var counted: (StaticString?, StaticString?) = (nil, nil)
  private var counts: (UInt16, UInt16) = (0, 0)

  mutating func begin(_ name: StaticString, _ satelliteID: UInt8?, _ signalID: UInt8?) {
    depth += 1
    if depth == 1 {
      counts.0 = Self.isSame(counted.0, name) ? counts.0 + 1 : 1
      (counted.0, counted.1) = (name, nil)
      (index, group) = ((counts.0, 0), (name, nil))
      (satellite, signal) = ((satelliteID ?? 0, 0), signalID ?? 0)
    } else if depth == 2 {
      counts.1 = Self.isSame(counted.1, name) ? counts.1 + 1 : 1
      counted.1 = name
      (index.1, group.1, satellite.1) = (counts.1, name, satelliteID ?? 0)
    }
  }

  mutating func end() {
    depth -= 1
    if depth == 1 { (index.1, group.1, satellite.1) = (0, nil, 0) }
    if depth == 0 { (index, group, satellite, signal) = ((0, 0), (nil, nil), (0, 0), 0) }
  }

  /// The innermost group's name.
  var name: StaticString? { group.1 ?? group.0 }

  /// Names stand in the program once each, so that the same is at the same place or at least as long.
  private static func isSame(_ a: StaticString?, _ b: StaticString) -> Bool {
    guard let a, a.utf8CodeUnitCount == b.utf8CodeUnitCount else { return false }
    if a.utf8Start == b.utf8Start { return true }
    for offset in 0..<b.utf8CodeUnitCount where a.utf8Start[offset] != b.utf8Start[offset] {
      return false
    }
    return true
  }
}

extension StaticString {
  /// The characters, ended by a zero.
  var characters: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// Shows a caller each field as an item.
struct ItemVisitor: FieldVisitor {
  let show: rtcm_visitor
  let context: UnsafeMutableRawPointer?
  var isStopped = false
  private var place = Place()

  init(show: @escaping rtcm_visitor, context: UnsafeMutableRawPointer?) {
    (self.show, self.context) = (show, context)
  }

  private func item(_ kind: Int) -> rtcm_item {
    var item = rtcm_item()
    item.kind = UInt8(kind)
    item.is_available = 1
    item.index = place.index
    item.group = place.name?.characters
    item.satellite = place.satellite.1 != 0 ? place.satellite.1 : place.satellite.0
    item.signal = place.signal
    (item.name, item.unit) = (("" as StaticString).characters, ("" as StaticString).characters)
    (item.steps_per_unit, item.step_multiple) = (1, 1)
    return item
  }

  private mutating func give(_ item: rtcm_item) {
    guard !isStopped else { return }
    withUnsafePointer(to: item) { isStopped = !show(context, $0) }
  }

  private mutating func give(_ item: rtcm_item, bytes: [UInt8]) {
    var item = item
    bytes.withUnsafeBufferPointer { buffer in
      (item.bytes, item.byte_count) = (buffer.baseAddress, UInt32(buffer.count))
      give(item)
    }
  }

  mutating func visit(_ field: DataField, bits: UInt64) {
    var item = item(RTCM_NUMBER)
    item.bits = bits
    item.integer = field.integer(of: bits)
    let value = field.value(of: bits)
    item.value = value ?? .nan
    item.is_available = value == nil ? 0 : 1
    item.steps_per_unit = field.stepsPerUnit
    item.step_multiple = field.stepMultiple
    item.name = field.name.text.characters
    item.unit = field.unit.name.characters
    item.number = field.number
    item.bit_count = UInt8(field.bitCount)
    give(item)
  }

  mutating func visit(_ field: DataField, text: DescriptorText) {
    var item = item(RTCM_TEXT)
    item.name = field.name.text.characters
    item.number = field.number
    item.bit_count = UInt8(field.bitCount)
    item.is_utf8 = text.isUTF8 ? 1 : 0
    give(item, bytes: text.bytes)
  }

  mutating func visit(trailing bits: TrailingBits) {
    var item = item(RTCM_TRAILING)
    item.name = ("trailing_bits" as StaticString).characters
    give(item, bytes: bits.bytes)
  }

  mutating func visit(undecodedPayload payload: [UInt8]) {
    var item = item(RTCM_PAYLOAD)
    item.name = ("payload" as StaticString).characters
    give(item, bytes: payload)
  }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    place.begin(name, satelliteID, signalID)
  }

  mutating func endGroup() { place.end() }
}

/// As rtcm.h says.
@c @implementation public func rtcm_visit(
  _ payload: UnsafePointer<UInt8>?, _ count: Int, _ visitor: rtcm_visitor?,
  _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let visitor else { return Failure.noMemoryGiven.report(to: error) }
  let message: RTCMMessage
  do throws(RTCMDecodingError) {
    message = try RTCMMessage(decoding: payload.span(count))
  } catch let failure { return Failure(failure).report(to: error) }
  var items = ItemVisitor(show: visitor, context: context)
  do throws(RTCMEncodingError) {
    try message.describe(to: &items)
  } catch let failure { return Failure(failure).report(to: error) }
  return rtcm_status(items.isStopped ? RTCM_STOPPED : RTCM_OK)
}

extension Failure {
  static var noMemoryGiven: Failure {
    Failure(status: RTCM_NO_ROOM, text: "a pointer that is needed is NULL; give one")
  }
}
