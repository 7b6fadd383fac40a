import Foundation
import RTCMStreams
import RTCMText

/// What is decoded encodes to the same bytes, and the view of an MSM sees what the message holds.
func fuzzMessage(_ payload: [UInt8]) {
  let message: RTCMMessage
  do throws(RTCMDecodingError) {
    message = try RTCMMessage(decoding: payload.span)
  } catch {
    require(!error.description.isEmpty, "a payload is refused with a reason")
    require((0...payload.count * 8).contains(error.bitOffset), "the reason names a place: \(error)")
    return
  }
  let encoded = require("message \(message.type) encodes") { try message.encode() }
  require(encoded == payload, "message \(message.type) encodes to the bytes it was decoded from")
  let again = require("message \(message.type) decodes again") {
    try RTCMMessage(decoding: encoded.span)
  }
  require(again == message, "message \(message.type) decodes to the same value again")
  if case .msm(let observations) = message { compareWithView(observations, payload) }
}

private func compareWithView(_ message: MSMMessage, _ payload: [UInt8]) {
  do {
    let view = try MSMView(decoding: payload.span)
    var cells: [MSMCell] = []
    view.forEachCell { cells.append($0) }
    require(view.header == message.header, "view and message have one header")
    require(cells == Array(message.cells), "view and message have the same cells")
  } catch {
    finding("a view reads what the message could: \(error)")
  }
}

/// Every frame can be shown, as a table and as JSON, and comes back from its JSON.
func fuzzDescription(_ payload: [UInt8]) {
  guard let frame = try? RTCMFrame.encoding(payload: payload.span) else { return }
  var scanner = FrameScanner()
  scanner.consume(frame.span) { frame in
    do {
      let description = try FrameDescription(of: frame)
      require(!description.table.isEmpty, "a frame has a table")
      for showsRaw in [false, true] {
        let json = description.json(showsRaw: showsRaw)
        _ = require("a frame's JSON can be read: \(json)") {
          try JSONSerialization.jsonObject(with: Data(json.utf8))
        }
      }
    } catch {
      finding("what was decoded can be shown: \(error)")
    }
  }
  checkJSON(of: payload)
}

/// A re-dated frame is a frame of the same message, and the way back leads to where it began.
func fuzzRedating(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let shift = Int(input.int64())
  let payload = input.rest()
  _ = RTCMFrame.redated(payload.span, byMilliseconds: shift)
  guard let frame = try? RTCMFrame.encoding(payload: payload.span),
    let there = RTCMFrame.redated(frame.span, byMilliseconds: shift)
  else { return }
  require(there.count == frame.count, "re-dating keeps the length")
  require(CRC24Q.checksum(there.span) == 0, "a re-dated frame has the right CRC")
  require(there[..<5] == frame[..<5] || there[..<4] == frame[..<4], "re-dating keeps the type")
  let back = RTCMFrame.redated(there.span, byMilliseconds: shift == .min ? shift : -shift)
  let normal = RTCMFrame.redated(
    frame.span, byMilliseconds: shift == .min ? 2 * (shift % 604_800_000) : 0)
  require(back == normal, "re-dating by \(shift) ms and back changes nothing")
  compareEpochs(payload, Array(there[3..<(there.count - 3)]), shift)
}

/// The epoch of an MSM has moved by as much as it was to.
private func compareEpochs(_ before: [UInt8], _ after: [UInt8], _ shift: Int) {
  let week = 604_800_000
  guard let from = try? MSMHeader(decoding: before.span).epoch,
    let to = try? MSMHeader(decoding: after.span).epoch,
    let start = from.gpsTimeOfWeekMilliseconds(leapSeconds: 18)
  else { return }
  let expected = ((start + shift % week) % week + week) % week
  require(
    to.gpsTimeOfWeekMilliseconds(leapSeconds: 18) == expected,
    "\(from) goes by \(shift) ms to \(to), not to \(expected) ms of the week")
}
