import Foundation
import RTCMStreams
import TestSupport
import Testing

/// Comparison of frames that rtcm-rs encoded, two of almost every type that it knows, with the values it
/// encoded.
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
      // The files of a type belong to its frames: msg1004_0.txt, msg1004_2.txt.
      let name = "msg\(type)_\(2 * seen[type]).txt"
      seen.count(type)
      // In the frames of 1230, DF422 is in the position of DF001.
      if type == 1230 { continue }
      let values = RustValues(try folder.text(of: name))
      try compare(try decoded(frame.payload), with: values, of: name)
      compared += 1
    }
    #expect(compared == 213)
  }

  /// Compares the values one by one, in the order of the fields.
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
    // rtcm-rs stores many values in 32 bits, and prints only the digits that distinguish such a number.
    let single = Float(their)
    if Double("\(single)") == their { return abs(Float(our) - single) <= single.ulp }
    return abs(our - their) <= abs(their) * 1e-12
  }
}

/// A message in the form of rtcm-rs: without counts and masks, and with some fields split or joined.
private struct RTCMRSView: FieldVisitor {
  private(set) var items: [(name: String, value: RustValues.Value)] = []
  /// The constellation of an MSM, whose cells show their signals, which the message has in a mask.
  private var constellation: Constellation?
  /// The type of a code bias message, whose biases each show their satellite.
  private var biases: SSRType?
  private var satellite = RustValues.Value.none

  init(of message: RTCMMessage) {
    switch message {
    case .msm(let message): constellation = message.header.constellation
    case .ssr(let message) where message.type.kind == .codeBias: biases = message.type
    default: break
    }
  }

  /// DF002, counts and masks, which rtcm-rs replaces by the length of a list.
  private static let omitted: Set<UInt16> = [
    2, 6, 29, 32, 35, 53, 67, 138, 139, 143, 145, 227, 229, 231, 234, 379, 387, 394, 395, 396, 562,
    565, 568, 569, 572, 574,
  ]

  mutating func visit(_ field: DataField, bits: UInt64) {
    if Self.omitted.contains(field.number) { return }
    let value = field.value(of: bits)
    switch field.number {
    // The channel itself; the field holds the channel plus 7.
    case 40, 419: add(field, value.map { $0 - 7 })
    // An interval or issue of data of 0 is `None`.
    case 57, 409: add(field, value == 0 ? nil : value)
    // Time split into hours, minutes and seconds.
    case 107:
      add(field, Double(bits >> 7))
      add(field, Double(bits >> 1 & 63))
      add(field, Double(bits & 1) * 30)
    // Reference time in minutes.
    case 110: add(field, value.map { $0 / 60 })
    // The first year of the four-year interval; interval 1 begins with 1996.
    case 134: add(field, value.map { 1992 + 4 * $0 })
    // Angles in arc seconds.
    case 152...155, 192...195: add(field, value.map { $0 * 3600 })
    // Scale factors in parts per million.
    case 173, 187: add(field, value.map { $0 * 1e6 })
    // Accuracy split into class and value.
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
