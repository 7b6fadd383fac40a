internal import RTCMParser

/// The result of a piece of the input: bytes, and epochs that are in no message, in their order.
struct ConvertedChunk {
  /// Frames, and other bytes where they pass.
  var bytes: [UInt8] = []
  /// The epochs, each with how many of the bytes come before it.
  private var epochs: [(offset: Int, epoch: ObservationEpoch)] = []

  /// Appends an epoch.
  mutating func append(_ epoch: ObservationEpoch) { epochs.append((bytes.count, epoch)) }

  /// Hands all of it to an output, and forgets it.
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
