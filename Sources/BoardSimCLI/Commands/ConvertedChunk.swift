internal import RTCMParser

/// The output for a piece of the input: bytes, and epochs that are not within messages, in their order.
struct ConvertedChunk {
  /// The frames, and other bytes when they pass.
  var bytes: [UInt8] = []
  /// The epochs, each with the number of bytes before it.
  private var epochs: [(offset: Int, epoch: ObservationEpoch)] = []

  /// Appends an epoch after the bytes so far.
  mutating func append(_ epoch: ObservationEpoch) { epochs.append((bytes.count, epoch)) }

  /// Writes the chunk to an output, and empties it.
  mutating func give(to output: any ConversionOutput) throws {
    var start = 0
    for (offset, epoch) in epochs {
      if offset > start { try output.write(Array(bytes[start..<offset])) }
      try output.write(epoch)
      start = offset
    }
    try output.write(start == 0 ? bytes : Array(bytes[start...]))
    bytes.removeAll(keepingCapacity: true)
    epochs.removeAll(keepingCapacity: true)
  }
}
