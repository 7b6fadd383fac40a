internal import CRTCM
internal import RTCMParser

/// Goes along the members of a struct of rtcm.h as a message goes along its fields: for each field in the
/// order of the wire there is a member, an `int32_t`, a `bool`, a `double` or a `rtcm_text`.
struct StructMembers {
  private let start: UnsafeMutableRawPointer
  private var offset = 0

  init(_ start: UnsafeMutableRawPointer) { self.start = start }

  /// The next member, where C puts one of its type.
  ///
  /// Sound: the struct has one of this type next, which librtcm/tests/structs.h checks for each.
  mutating func next<Member: BitwiseCopyable>(_: Member.Type) -> UnsafeMutablePointer<Member> {
    let alignment = MemoryLayout<Member>.alignment
    let here = (offset + alignment - 1) / alignment * alignment
    offset = here + MemoryLayout<Member>.size
    return (start + here).assumingMemoryBound(to: Member.self)
  }
}

/// Puts a message's values into a struct.
struct StructWriter: FieldCoder {
  typealias Failure = librtcm.Failure

  private var members: StructMembers

  init(_ start: UnsafeMutableRawPointer) { members = StructMembers(start) }

  mutating func integer<Value: FixedWidthInteger>(_ field: DataField, _ value: inout Value) {
    members.next(Int32.self).pointee = Int32(truncatingIfNeeded: value)
  }

  mutating func integer<Value: FixedWidthInteger>(_ field: DataField, _ value: inout Value?) {
    members.next(Int32.self).pointee = value.map { Int32(truncatingIfNeeded: $0) } ?? .min
  }

  mutating func flag(_ field: DataField, _ value: inout Bool) {
    members.next(Bool.self).pointee = value
  }

  mutating func quantity(_ field: DataField, _ value: inout Double) {
    members.next(Double.self).pointee = value
  }

  mutating func quantity(_ field: DataField, _ value: inout Double?) {
    members.next(Double.self).pointee = value ?? .nan
  }

  mutating func text(count: DataField, characters: DataField, _ value: inout DescriptorText) {
    members.next(rtcm_text.self).pointee = rtcm_text(value.bytes)
  }

  mutating func list<Element>(
    _ elements: inout [Element], count: Int, of empty: @autoclosure () -> Element,
    _ body: (inout Element, inout Self) throws(Failure) -> Void
  ) {}

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) {}
  mutating func endGroup() {}
  mutating func trailing(_ bits: inout TrailingBits) {}
}

/// Takes a message's values out of a struct.
struct StructReader: FieldCoder {
  typealias Failure = librtcm.Failure

  private var members: StructMembers
  private let messageType: UInt16

  init(_ start: UnsafeRawPointer, of messageType: UInt16) {
    // Sound: nothing is written through it.
    members = StructMembers(UnsafeMutableRawPointer(mutating: start))
    self.messageType = messageType
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(Failure) {
    let number = members.next(Int32.self).pointee
    guard let exact = Value(exactly: number) else {
      throw Failure(
        status: RTCM_OUT_OF_RANGE, messageType: messageType, field: field.number,
        text: "message \(messageType): \(number) does not fit \(field.name); give another one")
    }
    value = exact
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) throws(Failure) {
    var number = Value.zero
    try integer(field, &number)
    value = number
  }

  mutating func flag(_ field: DataField, _ value: inout Bool) {
    // A byte that is neither 0 nor 1 is no Bool.
    value = members.next(UInt8.self).pointee != 0
  }

  mutating func quantity(_ field: DataField, _ value: inout Double) {
    value = members.next(Double.self).pointee
  }

  mutating func quantity(_ field: DataField, _ value: inout Double?) {
    let number = members.next(Double.self).pointee
    value = number.isNaN ? nil : number
  }

  mutating func text(count: DataField, characters: DataField, _ value: inout DescriptorText) {
    value.bytes = members.next(rtcm_text.self).pointee.ownBytes
  }

  mutating func list<Element>(
    _ elements: inout [Element], count: Int, of empty: @autoclosure () -> Element,
    _ body: (inout Element, inout Self) throws(Failure) -> Void
  ) {}

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) {}
  mutating func endGroup() {}
  mutating func trailing(_ bits: inout TrailingBits) {}
}

extension rtcm_text {
  /// The bytes, of which there are at most 255, and zeros behind them.
  init(_ bytes: [UInt8]) {
    self.init()
    byte_count = UInt8(clamping: bytes.count)
    withUnsafeMutableBytes(of: &characters) { room in
      for (index, byte) in bytes.prefix(255).enumerated() { room[index] = byte }
    }
  }

  /// A copy of its bytes.
  var ownBytes: [UInt8] {
    withUnsafeBytes(of: characters) { Array($0.prefix(Int(byte_count))) }
  }
}

// MARK: Calls

/// Reads a message into a struct whose members are its fields.
func read<Message: FieldFamily, Struct>(
  _: Message.Type, _ messageType: UInt16, _ payload: Span<UInt8>,
  into struct: UnsafeMutablePointer<Struct>?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let `struct` else { return Failure.noMemoryGiven.report(to: error) }
  var writer = StructWriter(`struct`)
  do throws(Failure) {
    var message = try message(Message.self, messageType, payload)
    try message.code(with: &writer)
  } catch let failure { return failure.report(to: error) }
  return rtcm_status(RTCM_OK)
}

/// Decodes a message of one type.
private func message<Message: FieldFamily>(
  _: Message.Type, _ messageType: UInt16, _ payload: Span<UInt8>
) throws(Failure) -> Message {
  do throws(RTCMDecodingError) {
    let message = try Message(decoding: payload)
    guard message.messageType == messageType else {
      throw RTCMDecodingError(
        .unexpectedMessageType, field: 2, bitOffset: 0, messageType: message.messageType)
    }
    return message
  } catch { throw Failure(error) }
}

/// Makes a frame of a struct whose members are a message's fields.
func make<Message: FieldFamily, Struct>(
  _: Message.Type, _ messageType: UInt16, of struct: UnsafePointer<Struct>?,
  _ frame: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let `struct`, var message = Message(emptyOfType: messageType) else {
    return Failure.noMemoryGiven.report(to: error)
  }
  var reader = StructReader(`struct`, of: messageType)
  do throws(Failure) {
    try message.code(with: &reader)
  } catch let failure { return failure.report(to: error) }
  return encode(message, to: frame, capacity, count, error)
}
