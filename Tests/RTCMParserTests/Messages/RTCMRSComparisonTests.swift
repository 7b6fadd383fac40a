import Foundation
import RTCMStreams
import TestSupport
import Testing

/// Frames that rtcm-rs made of values, two of almost every type that it knows, against these values.
@Suite("Values against rtcm-rs", .compares(with: .captures))
struct RTCMRSComparisonTests {
  static let capture = "rtcmrs__generated_shared.rtcm3"
  static let archive = "rtcmrs__generated_shared.expected.tar.xz"

  @Test("each field has the value that the frame was made of")
  func agrees() throws {
    let folder = try TemporaryFolder(unpacking: Self.archive)
    var (seen, compared) = (FrameCounts(), 0)
    for frame in frames(of: try SharedCaptures.bytes(of: Self.capture)) {
      let type = try #require(frame.type)
      // The files of a type are those of its frames: msg1004_0.txt, msg1004_2.txt.
      let name = "msg\(type)_\(2 * seen[type]).txt"
      seen.count(type)
      // Of 1230 the frames have DF422 in the place of DF001.
      if type == 1230 { continue }
      let values = RustValues(try folder.text(of: name))
      try compare(try decoded(frame.payload), with: values, of: name)
      compared += 1
    }
    #expect(compared == 213)
  }

  /// Compares value after value, in the order of the fields.
  private func compare(_ message: RTCMMessage, with theirs: RustValues, of name: String) throws {
    var ours = RTCMRSView(of: message)
    try message.describe(to: &ours)
    #expect(ours.items.count == theirs.items.count, "\(name)")
    for (our, their) in zip(ours.items, theirs.items) {
      #expect(agree(our.value, their.value), "\(our.name) is \(their.name) in \(name)")
    }
  }

  private func agree(_ our: RustValues.Value, _ their: RustValues.Value) -> Bool {
    guard case .number(let our) = our, case .number(let their) = their else { return our == their }
    // It has many values in 32 bits, and prints as few digits as tell such a number from others.
    let single = Float(their)
    if Double("\(single)") == their { return abs(Float(our) - single) <= single.ulp }
    return abs(our - their) <= abs(their) * 1e-12
  }
}

/// A message as rtcm-rs has it: without counts and masks, and some fields taken apart or together.
private struct RTCMRSView: FieldVisitor {
  private(set) var items: [(name: String, value: RustValues.Value)] = []
  /// An MSM's cells show their signals, which the message has in a mask.
  private var constellation: Constellation?
  /// A message of code biases, each of which shows its satellite.
  private var biases: SSRType?
  private var satellite = RustValues.Value.none

  init(of message: RTCMMessage) {
    switch message {
    case .msm(let message): constellation = message.header.constellation
    case .ssr(let message) where message.type.kind == .codeBias: biases = message.type
    default: break
    }
  }

  /// DF002, counts and masks, for which rtcm-rs has the length of a list.
  private static let omitted: Set<UInt16> = [
    2, 6, 29, 32, 35, 53, 67, 138, 139, 143, 145, 227, 229, 231, 234, 379, 387, 394, 395, 396, 562,
    565, 568, 569, 572, 574,
  ]

  mutating func visit(_ field: DataField, bits: UInt64) {
    if Self.omitted.contains(field.number) { return }
    let value = field.value(of: bits)
    switch field.number {
    // The channel itself, which the field has 7 more of.
    case 40, 419: add(field, value.map { $0 - 7 })
    // No interval, and no issue of data.
    case 57, 409: add(field, value == 0 ? nil : value)
    // Hours, minutes and seconds.
    case 107:
      add(field, Double(bits >> 7))
      add(field, Double(bits >> 1 & 63))
      add(field, Double(bits & 1) * 30)
    // Minutes.
    case 110: add(field, value.map { $0 / 60 })
    // The first of four years, of which 1996 begins the first.
    case 134: add(field, value.map { 1992 + 4 * $0 })
    // Arc seconds.
    case 152...155, 192...195: add(field, value.map { $0 * 3600 })
    // Parts per million.
    case 173, 187: add(field, value.map { $0 * 1e6 })
    // Class and value.
    case 389:
      add(field, Double(bits >> 3))
      add(field, Double(bits & 7))
    case 68, 384:
      satellite = .number(Double(bits))
      if biases == nil { items.append(("DF\(field.number)", satellite)) }
    case 380, 381:
      items.append(("satellite", satellite))
      addSignal(biases?.rinexCode(ofTrackingMode: UInt8(bits)))
    default: add(field, value)
    }
  }

  mutating func visit(_ field: DataField, text: DescriptorText) {
    items.append(("DF\(field.number)", .text(text.description)))
  }

  mutating func visit(trailing bits: TrailingBits) {}
  mutating func visit(undecodedPayload payload: [UInt8]) {}

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    guard let constellation, let satelliteID else { return }
    items.append(("satellite", .number(Double(satelliteID))))
    if let signalID { addSignal(constellation.rinexCode(ofSignalID: signalID)) }
  }

  mutating func endGroup() {}

  private mutating func add(_ field: DataField, _ value: Double?) {
    items.append(("DF\(field.number)", value.map { .number($0) } ?? .none))
  }

  private mutating func addSignal(_ code: RINEXSignalCode?) {
    items.append(("signal", .text(code?.description ?? "?")))
  }
}
