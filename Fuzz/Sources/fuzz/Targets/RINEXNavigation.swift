import RINEX
import RTCMParser

/// What is read of a navigation file are messages that are sent as they are, and errors name lines that there are,
/// in their order.
func fuzzRINEXNavigation(_ bytes: [UInt8]) {
  let lines = bytes.count { $0 == 10 } + 1
  let file: RINEXNavigation
  do throws(RINEXReadingError) { file = try RINEXNavigation(reading: bytes) } catch {
    return require((1...lines).contains(error.line), "the line exists")
  }
  for (error, next) in zip(file.skipped, file.skipped.dropFirst()) {
    require(error.line <= next.line, "errors come in the order of lines")
  }
  require(file.skipped.allSatisfy { (1...lines).contains($0.line) }, "the lines exist")
  for message in file.ephemerides {
    let payload = require("a message that was read can be sent") { try message.encode() }
    let again = require("what was sent can be decoded") {
      try RTCMMessage(decoding: payload.span)
    }
    require(again == message, "what was read is on the steps of the wire")
  }
}
