import RTCMParser

/// The scanner finds the same frames however a stream is cut, those a naive search finds, and accounts
/// for every byte.
func fuzzFrames(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let repairs = input.byte() & 1 == 1
  let chunking = input.chunking()
  var stream = input.rest()
  if repairs { repairChecks(in: &stream) }

  let whole = scan(stream, cut: Chunking(lengths: [stream.count]))
  let pieces = scan(stream, cut: chunking)
  require(pieces.frames == whole.frames, "the frames do not depend on how the stream is cut")
  require(pieces.counts == whole.counts, "the counts do not depend on how the stream is cut")
  require(whole.frames == naiveFrames(in: stream), "the frames are those a naive search finds")

  let counts = whole.counts
  require(counts.bytes == stream.count, "every byte is counted")
  require(counts.frameBytes + counts.otherBytes == stream.count, "every byte is accounted for")
  require(counts.frames == whole.frames.count, "every frame is counted")
}

/// A frame as the scanner gave it.
private struct FoundFrame: Hashable {
  var offset: Int
  var bytes: [UInt8]
}

private func scan(_ stream: [UInt8], cut chunking: Chunking) -> (
  frames: [FoundFrame], counts: ScanCounts
) {
  var scanner = FrameScanner()
  var frames: [FoundFrame] = []
  chunking.forEachChunk(of: stream) { chunk in
    scanner.consume(chunk) {
      frames.append(FoundFrame(offset: $0.offset, bytes: [UInt8]($0.bytes)))
    }
  }
  scanner.finish { frames.append(FoundFrame(offset: $0.offset, bytes: [UInt8]($0.bytes))) }
  return (frames, scanner.counts)
}

/// What the scanner has to find, searched without any of its code.
private func naiveFrames(in stream: [UInt8]) -> [FoundFrame] {
  var frames: [FoundFrame] = []
  var start = 0
  while start < stream.count {
    guard let length = candidateLength(in: stream, at: start) else {
      start += 1
      continue
    }
    let candidate = Array(stream[start..<(start + length)])
    guard naiveCheck(of: candidate[...]) == 0 else {
      start += 1
      continue
    }
    frames.append(FoundFrame(offset: start, bytes: candidate))
    start += length
  }
  return frames
}

/// The length of the whole frame that may begin here.
private func candidateLength(in stream: [UInt8], at start: Int) -> Int? {
  guard stream.count - start >= 6, stream[start] == 0xD3, stream[start + 1] < 4 else { return nil }
  let length = Int(stream[start + 1]) * 256 + Int(stream[start + 2]) + 6
  return length <= stream.count - start ? length : nil
}

/// CRC-24Q, byte by byte.
private func naiveCheck(of bytes: ArraySlice<UInt8>) -> UInt32 {
  var register: UInt32 = 0
  for byte in bytes {
    register = register << 8 & 0xFF_FFFF ^ checkOfByte[Int(register >> 16) ^ Int(byte)]
  }
  return register
}

private let checkOfByte: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte) << 16) { register, _ in
    register << 1 ^ (register >> 23 & 1 == 1 ? 0x186_4CFB : 0)
  }
}

/// Gives what looks like a frame the right CRC, which no mutation would hit.
func repairChecks(in stream: inout [UInt8]) {
  var start = 0
  while start < stream.count {
    guard let length = candidateLength(in: stream, at: start) else {
      start += 1
      continue
    }
    let end = start + length
    let check = naiveCheck(of: stream[start..<(end - 3)])
    for (index, shift) in zip((end - 3)..<end, [UInt32(16), 8, 0]) {
      stream[index] = UInt8(truncatingIfNeeded: check >> shift)
    }
    start = end
  }
}
