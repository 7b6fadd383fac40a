import NMEA
import SensorDrivers

/// The UBX scanner finds the same frames however a stream is cut, and accounts for every byte.
func fuzzUBXStream(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let repairs = input.byte() & 1 == 1
  let chunking = input.chunking()
  var stream = input.rest()
  if repairs { repairUBXChecksums(in: &stream) }
  let whole = scanUBX(stream, cut: Chunking(lengths: [stream.count]))
  let pieces = scanUBX(stream, cut: chunking)
  require(pieces.frames == whole.frames, "the frames do not depend on how the stream is cut")
  require(pieces.counts == whole.counts, "the counts do not depend on how the stream is cut")
  require(whole.frames == naiveUBXFrames(in: stream), "the frames are those a naive search finds")
  let counts = whole.counts
  require(counts.frameBytes + counts.otherBytes == stream.count, "every byte is accounted for")
  require(counts.frames == whole.frames.count, "every frame is counted")
}

private func scanUBX(_ stream: [UInt8], cut chunking: Chunking) -> (
  frames: [UBXFrame], counts: UBXScanCounts
) {
  var scanner = UBXScanner()
  var frames: [UBXFrame] = []
  chunking.forEachChunk(of: stream) { chunk in
    scanner.consume(chunk) { frames.append(UBXFrame($0, payload: [UInt8]($1))) }
  }
  scanner.reset()
  return (frames, scanner.counts)
}

/// What the scanner has to find, searched without any of its code: up to a frame that is not complete.
private func naiveUBXFrames(in stream: [UInt8]) -> [UBXFrame] {
  var frames: [UBXFrame] = []
  var rest = stream[...]
  while let start = rest.firstIndex(of: 0xB5) {
    rest = rest[start...]
    guard rest.count >= 2 else { break }
    guard rest[start + 1] == 0x62 else {
      rest.removeFirst()
      continue
    }
    guard rest.count >= 6 else { break }
    let length = Int(rest[start + 4]) + Int(rest[start + 5]) * 256
    if length <= 1024 {
      guard rest.count >= length + 8 else { break }
      if let frame = naiveUBXFrame(in: rest.prefix(length + 8)) {
        frames.append(frame)
        rest.removeFirst(length + 8)
        continue
      }
    }
    rest.removeFirst()
  }
  return frames
}

/// The frame that these bytes are, if its checksum is right.
private func naiveUBXFrame(in bytes: ArraySlice<UInt8>) -> UBXFrame? {
  let checked = bytes.dropFirst(2).dropLast(2)
  var (a, b) = (0, 0)
  for byte in checked { (a, b) = ((a + Int(byte)) % 256, (a + Int(byte) + b) % 256) }
  guard Array(bytes.suffix(2)) == [UInt8(a), UInt8(b)] else { return nil }
  let id = UBXMessageID(bytes[bytes.startIndex + 2], bytes[bytes.startIndex + 3])
  return UBXFrame(id, payload: Array(checked.dropFirst(4)))
}

/// Gives what looks like a frame the right checksum.
func repairUBXChecksums(in stream: inout [UInt8]) {
  var start = 0
  while start + 8 <= stream.count {
    let length = Int(stream[start + 4]) + Int(stream[start + 5]) * 256
    let end = start + 6 + length
    guard stream[start] == 0xB5, stream[start + 1] == 0x62, end + 2 <= stream.count else {
      start += 1
      continue
    }
    let checksum = UBXChecksum(of: stream.span.extracting((start + 2)..<end))
    (stream[end], stream[end + 1]) = (checksum.a, checksum.b)
    start = end + 2
  }
}

/// A payload that can be decoded encodes to one of the same meaning; the first byte says which message.
func fuzzUBXPayload(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let kind = input.byte()
  let payload = input.rest()
  switch kind {
  case 0: roundTrip(NavPVT.self, payload)
  case 1: roundTrip(NavHPPosLLH.self, payload)
  case 2: roundTrip(NavRelPosNED.self, payload)
  case 3: roundTrip(RxmRTCM.self, payload)
  case 4: roundTrip(MonVER.self, payload)
  case 5: roundTrip(CfgRATE.self, payload)
  case 6: roundTrip(CfgVALSET.self, payload)
  default:
    let id = UBXMessageID(kind, payload.first ?? 0)
    _ = "\(id)"
    _ = UBXInformation(messageID: id, decoding: payload.span)?.frame
    _ = UBXAcknowledgement(answerID: id, decoding: payload.span)?.frame
  }
}

private func roundTrip<Message: UBXPayload>(_ type: Message.Type, _ payload: [UInt8]) {
  guard let message = try? Message(decoding: payload.span) else { return }
  let encoded = message.encode()
  let again = require("\(type) that we wrote can be read") { try Message(decoding: encoded.span) }
  require(again.encode() == encoded, "\(type) that we wrote reads as it is")
  if Message.self != MonVER.self {  // its texts are cut by a byte for their NUL
    require(again == message, "\(type) says the same after a round trip")
  }
}

/// A checksum is right exactly when the bytes between `$` and `*` say so.
func fuzzNMEA(_ bytes: [UInt8]) {
  _ = NMEAChecksum.isValid(bytes.span)
  var sentence = withChecksum(bytes)
  require(NMEAChecksum.isValid(sentence.span), "the right checksum is accepted")
  require(NMEAChecksum.isValid((sentence + [13, 10]).span), "so it is before a line end")
  guard let fields = NMEASentence(decoding: sentence.span) else {
    finding("a sentence with the right checksum is not read")
  }
  for index in -1...fields.count {
    _ = fields.text(at: index)
    _ = fields.integer(at: index)
    _ = fields.number(at: index)
    require(fields.latitude(at: index).map { $0.magnitude <= 90 } ?? true, "a latitude is one")
    require(fields.longitude(at: index).map { $0.magnitude <= 180 } ?? true, "a longitude is one")
    let time = fields.timeOfDay(at: index)
    require(time.map { $0 >= .zero && $0 < .seconds(86_400) } ?? true, "a time is within a day")
  }
  guard !bytes.isEmpty else { return }
  sentence[1] ^= 1
  require(!NMEAChecksum.isValid(sentence.span), "a checksum that is off by a bit is not")
}
