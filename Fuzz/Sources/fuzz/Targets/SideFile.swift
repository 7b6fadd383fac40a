import RTCMStreams

/// Arrival times that can be read are read again when we write them, and play a capture once from its first byte
/// to its last, in their order; an error names a line that there is.
///
/// The first byte chooses ours or RTKLIB's and how much is the capture, which comes behind the side file.
func fuzzSideFile(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let kind = input.byte()
  let all = input.rest()
  let count = all.count * Int(kind >> 1) / 128
  var capture = Array(all.suffix(count))
  repairChecks(in: &capture)
  let side = Array(all.dropLast(count))
  let arrivals: [CaptureArrival]
  do throws(CaptureTimingError) {
    arrivals =
      kind & 1 == 0
      ? try CaptureTiming.arrivals(timing: side.span)
      : try CaptureTiming.arrivals(tag: side.span, of: capture.count)
  } catch {
    guard case .badLine(let line) = error else { return }
    return require(line <= side.count { $0 == 10 }, "the line exists")
  }
  checkWriting(arrivals)
  play(Capture(capture, arrivals: arrivals))
}

private func checkWriting(_ arrivals: [CaptureArrival]) {
  let text = arrivals.flatMap { $0.encode() }
  let again = require("what we wrote can be read") {
    try CaptureTiming.arrivals(timing: text.span)
  }
  require(again.map(\.count) == arrivals.map(\.count), "the bytes are those that were written")
  for (one, other) in zip(again, arrivals) {
    // Written to the millisecond; a number of this size is right to a tenth of one.
    require(
      (one.time - other.time).magnitude <= .milliseconds(1), "the times are those that were written"
    )
  }
  // Whoever wrote it may be interrupted anywhere.
  let cut = require("the beginning of what we wrote can be read") {
    try CaptureTiming.arrivals(timing: Array(text.dropLast(text.count / 3)).span)
  }
  require(again.starts(with: cut), "the beginning says the same")
}

private func play(_ capture: Capture) {
  var player = CapturePlayer(capture, mode: .once)
  var (played, last) = ([UInt8](), Duration.zero)
  while let time = player.nextTime, let slice = player.due(at: time) {
    require(time >= last, "times do not go back")
    require(!slice.bytes.isEmpty, "a slice has bytes")
    (played, last) = (played + slice.bytes, time)
  }
  require(played == capture.bytes, "every byte is played, once")
  var again = CapturePlayer(capture)
  for _ in 0..<100 {
    guard let time = again.nextTime else { break }
    require(again.due(at: time) != nil, "what is due is there")
  }
}

extension Duration {
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
