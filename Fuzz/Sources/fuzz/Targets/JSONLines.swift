import RTCMJSON
import RTCMParser
import RTCMText

/// A line is refused with a reason, or its message goes through the wire and back without a change.
func fuzzJSONLine(_ line: [UInt8]) {
  let message: RTCMMessage
  do throws(JSONMessageError) {
    message = try RTCMMessage(json: line)
  } catch {
    require(!error.description.isEmpty, "a line is refused with a reason")
    return
  }
  let payload = require("message \(message.type) of a line encodes") { try message.encode() }
  let isWhole = (try? RTCMMessage(decoding: payload.span)) != nil
  if case .other = message, !isWhole { return }  // a payload that no decoder takes
  checkJSON(of: payload)
}

/// A payload comes back from the JSON of its frame, with and without raw integers.
func checkJSON(of payload: [UInt8]) {
  guard let frame = try? RTCMFrame.encoding(payload: payload.span) else { return }
  var scanner = FrameScanner()
  scanner.consume(frame.span) { frame in
    let description = require("a frame can be shown") { try FrameDescription(of: frame) }
    for showsRaw in [false, true] {
      let line = description.json(showsRaw: showsRaw)
      let back = require("a line of ours is a message: \(line)") {
        try RTCMMessage(json: Array(line.utf8)).encode()
      }
      require(back == payload, "a payload comes back from JSON: \(payload) is \(back) by \(line)")
    }
  }
}

/// Lines are the same however a file is cut, and each is counted.
func fuzzJSONLines(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let chunking = input.chunking()
  let file = input.rest()
  let whole = read(file, cut: Chunking(lengths: [file.count]))
  let pieces = read(file, cut: chunking)
  require(whole.lines == pieces.lines, "the lines do not depend on how the file is cut")
  let lineFeeds = file.count { $0 == UInt8(ascii: "\n") }
  let isEnded = file.last ?? UInt8(ascii: "\n") == UInt8(ascii: "\n")
  require(pieces.reader.lineCount == lineFeeds + (isEnded ? 0 : 1), "every line is counted")
  let found = pieces.reader.messageCount + pieces.reader.badLineCount
  require(found == pieces.lines.count, "every line is a message or an error")
}

private func read(
  _ file: [UInt8], cut chunking: Chunking
) -> (lines: [Result<RTCMMessage, JSONLineError>], reader: JSONLinesReader) {
  var (reader, lines) = (JSONLinesReader(), [Result<RTCMMessage, JSONLineError>]())
  chunking.forEachChunk(of: file) { chunk in reader.consume(chunk) { lines.append($1) } }
  reader.finish { lines.append($1) }
  return (lines, reader)
}
