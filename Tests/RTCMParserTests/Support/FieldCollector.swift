import RTCMParser

/// A visitor that collects a message's fields under pyrtcm's keys, such as `DF405_01`.
struct FieldCollector: FieldVisitor {
  var values: [String: Double] = [:]
  var bits: [String: UInt64] = [:]
  /// The fields' numbers in steps, as on the wire.
  var numbers: [String: Int64] = [:]
  /// The fields' values by their names.
  var named: [String: Double] = [:]
  var texts: [String: String] = [:]
  var undecoded: [UInt8] = []
  var trailing = TrailingBits()
  private(set) var groups: [String: Int] = [:]
  /// The open groups: the key suffix of each, and the number of groups begun inside it.
  private var open: [(suffix: String, inner: [String: Int])] = []
  private var suffix: String { open.last?.suffix ?? "" }

  mutating func visit(_ field: DataField, bits: UInt64) {
    let key = label(of: field) + suffix
    self.bits[key] = bits
    numbers[key] = field.integer(of: bits)
    let number = field.kind == .unsigned ? Double(bits) : Double(field.integer(of: bits))
    values[key] = number * field.stepMultiple / field.stepsPerUnit
    named["\(field.name)"] = values[key]
  }

  mutating func visit(_ field: DataField, text: DescriptorText) {
    texts[label(of: field) + suffix] = text.description
  }

  mutating func visit(trailing bits: TrailingBits) { trailing = bits }
  mutating func visit(undecodedPayload payload: [UInt8]) { undecoded = payload }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    let name = "\(name)"
    groups[name, default: 0] += 1
    var count = groups[name, default: 0]
    if let last = open.indices.last {
      open[last].inner[name, default: 0] += 1
      count = open[last].inner[name, default: 0]
    }
    open.append((suffix + (count < 10 ? "_0\(count)" : "_\(count)"), [:]))
  }

  mutating func endGroup() { open.removeLast() }

  /// Removes the fields and texts whose keys are not wanted.
  mutating func keep(_ isWanted: (_ key: String) -> Bool) {
    values = values.filter { isWanted($0.key) }
    texts = texts.filter { isWanted($0.key) }
  }

  private func label(of field: DataField) -> String {
    switch field.number {
    case 0: "ExtSatInfo"
    case 1: "DF001_\(field.bitCount)"
    default: DataField.label(field.number)
    }
  }
}
