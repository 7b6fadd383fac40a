import NtripProtocol
import RTCMParser

/// A client reads the same out of an answer however it is cut, hands on what it counts, and never asks
/// to be woken at a time that has passed.
func fuzzNtripAnswer(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let wishes = input.byte()
  let chunking = input.chunking()
  let answer = input.rest()
  let whole = converse(answer, cut: Chunking(lengths: [answer.count]), wishes, secondsPerChunk: 0)
  let pieces = converse(answer, cut: chunking, wishes, secondsPerChunk: 0)
  require(pieces.data == whole.data, "the stream does not depend on how the answer is cut")
  require(
    pieces.state == whole.state,
    "the outcome does not depend on how the answer is cut: \(pieces.state), \(whole.state)")
  _ = converse(answer, cut: chunking, wishes, secondsPerChunk: Int(wishes >> 4))
}

private func converse(
  _ answer: [UInt8], cut chunking: Chunking, _ wishes: UInt8, secondsPerChunk: Int
) -> (data: [UInt8], state: NtripClientSession.State) {
  var options = NtripSessionOptions()
  if wishes & 2 != 0 { options.positionInterval = .seconds(5) }
  let url = NtripURL(
    host: "caster.example", mountpoint: wishes & 1 == 0 ? "BASE" : "",
    credentials: wishes & 4 == 0 ? nil : NtripCredentials(user: "u", password: "p"))
  if wishes & 8 != 0 { options.positionRule = .whenWanted }
  let position = GGASentence(position: GeodeticPosition(latitude: 45, longitude: 9, height: 150))
  var now = Duration.zero
  var session = NtripClientSession(to: url, options: options, position: position, at: now)
  var data: [UInt8] = []
  chunking.forEachChunk(of: answer) { chunk in
    session.receive(chunk, at: now) { data += [UInt8]($0) }
    now += .seconds(secondsPerChunk)
    guard secondsPerChunk > 0 else { return }
    session.advance(to: now)
    require(session.deadline.map { $0 > now } ?? true, "nothing is due twice")
  }
  session.finish(at: now) { data += [UInt8]($0) }
  if case .ended = session.state {
  } else {
    finding("a connection that closes ends the conversation")
  }
  require(session.streamBytes == Int64(data.count), "the bytes handed on are those counted")
  return (data, session.state)
}

/// A chunked body decodes to the same bytes however it is cut, and what we put into chunks comes out.
func fuzzChunkedBody(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let chunking = input.chunking()
  let body = input.rest()
  let whole = unchunk(body, cut: Chunking(lengths: [body.count]))
  let pieces = unchunk(body, cut: chunking)
  require(pieces.data == whole.data, "the body does not depend on how it is cut")
  require(pieces.end == whole.end, "the end does not depend on how it is cut")

  var chunks: [UInt8] = []
  chunking.forEachChunk(of: body) { ChunkEncoder.append($0, to: &chunks) }
  let result = unchunk(chunks + ChunkEncoder.end, cut: chunking)
  require(result.data == body && result.end == .finished, "what was put into chunks comes out")
}

private enum BodyEnd: Hashable { case open, finished, failed(ChunkDecodingError) }

private func unchunk(_ body: [UInt8], cut chunking: Chunking) -> (data: [UInt8], end: BodyEnd) {
  var decoder = ChunkDecoder()
  var data: [UInt8] = []
  var failure: ChunkDecodingError?
  chunking.forEachChunk(of: body) { chunk in
    guard failure == nil else { return }
    do throws(ChunkDecodingError) {
      _ = try decoder.consume(chunk) { data += [UInt8]($0) }
    } catch { failure = error }
  }
  return (data, failure.map { .failed($0) } ?? (decoder.isFinished ? .finished : .open))
}

/// Reading what was written from a sourcetable gives the same table.
func fuzzSourcetable(_ bytes: [UInt8]) {
  let written = Sourcetable(decoding: Sourcetable(decoding: bytes.span).encode().span)
  let text = written.encode()
  let again = Sourcetable(decoding: text.span)
  require(again.encode() == text, "a sourcetable that we wrote reads as it is")
}

/// A URL that can be read says the same when it is written and read again.
func fuzzURL(_ bytes: [UInt8]) {
  guard let url = try? NtripURL(String(decoding: bytes, as: UTF8.self)) else { return }
  let again = require("a URL that we wrote can be read: \(url)") { try NtripURL(url.description) }
  require(again.mountpoint == url.mountpoint, "a mountpoint survives its URL: \(url)")
  require(
    again.host == url.host && again.port == url.port, "host and port survive their URL: \(url)")
  let request = NtripRequest(url: url).encode()
  require(CasterRequest(head: request[...]) != nil, "our caster reads our requests: \(url)")
}

/// A sentence that can be read says the same when it is written and read again.
func fuzzGGA(_ bytes: [UInt8]) {
  for sentence in [bytes, withChecksum(bytes)] {
    guard let report = GGASentence(decoding: sentence.span), report.quality != .invalid else {
      continue
    }
    let text = report.encode()
    guard let again = GGASentence(decoding: text.span) else {
      finding("a sentence that we wrote can be read")
    }
    // As values, since a tiny western longitude is written as 0 W, which is 0 E.
    require(
      again.quality == .invalid || GGASentence(decoding: again.encode().span) == again,
      "a sentence that we wrote says the same when it is read and written")
  }
}

/// The bytes as a body between `$` and the right checksum, which no mutation would hit.
func withChecksum(_ body: [UInt8]) -> [UInt8] {
  let digits = Array("0123456789ABCDEF".utf8)
  let check = body.reduce(0, ^)
  return Array("$".utf8) + body + [
    UInt8(ascii: "*"), digits[Int(check >> 4)], digits[Int(check & 15)],
  ]
}
