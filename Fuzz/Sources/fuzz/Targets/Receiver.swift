import BoardSimulation
import NMEA
import SensorDrivers

/// The NMEA scanner finds the same sentences however a stream is cut, accounts for every byte, and what a
/// driver makes of them is a place on Earth or none.
func fuzzNMEAStream(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let chunking = input.chunking()
  let stream = input.rest()
  let whole = scanNMEA(stream, cut: Chunking(lengths: [stream.count]))
  let pieces = scanNMEA(stream, cut: chunking)
  require(
    pieces.sentences == whole.sentences, "the sentences do not depend on how the stream is cut")
  require(pieces.counts == whole.counts, "the counts do not depend on how the stream is cut")
  let (counts, count) = (whole.counts, whole.sentences.count)
  require(counts.sentences == count, "every sentence is counted")
  require(
    counts.sentenceBytes + counts.otherBytes == stream.count, "every byte is accounted for")
  for sentence in whole.sentences {
    _ = (RMCSentence(sentence), GLLSentence(sentence), VTGSentence(sentence))
    _ = (GSASentence(sentence), GSVSentence(sentence), GSTSentence(sentence))
  }
  readThroughDriver(stream)
}

private func scanNMEA(_ stream: [UInt8], cut chunking: Chunking) -> (
  sentences: [NMEASentence], counts: NMEAScanCounts
) {
  var scanner = NMEAScanner()
  var sentences: [NMEASentence] = []
  chunking.forEachChunk(of: stream) { chunk in scanner.consume(chunk) { sentences.append($0) } }
  scanner.reset()
  return (sentences, scanner.counts)
}

/// A receiver that has only this to say, whatever it is asked.
private final class TalkingBus: I2CBus {
  private let stream: [UInt8]
  private var index = 0

  init(_ stream: [UInt8]) { self.stream = stream }

  func transfer(
    with address: I2CAddress, writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    let isLength = bytes.count == 1 && buffer.count == 2
    let left = min(stream.count - index, 200)
    for position in buffer.indices {
      if isLength {
        buffer[position] = position == 0 ? 0 : UInt8(left)
      } else if index < stream.count {
        buffer[position] = stream[index]
        index += 1
      } else {
        buffer[position] = 0xFF
      }
    }
  }
}

private struct NoDelay: Delay {
  mutating func pause(for duration: Duration) {}
}

private func readThroughDriver(_ stream: [UInt8]) {
  // A sound sentence first, so that it is taken for a receiver without UBX.
  let greeting = withChecksum(Array("GPTXT,01,01,02,x".utf8)) + [13, 10]
  var driver = UBloxReceiver(on: TalkingBus(greeting + stream))
  var delay = NoDelay()
  do throws(UBloxError) { try driver.start(delay: &delay) } catch { _ = "\(error)" }
  for _ in 0..<stream.count / 200 + 2 {
    do throws(UBloxError) { try driver.poll() } catch { _ = "\(error)" }
    guard let place = driver.solution?.position else { continue }
    require(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "a place is on Earth")
    require(place.height.isFinite, "a height is a number")
  }
}

/// Whatever is written to the receiver, it answers with sound frames, keeps to its buffer and goes on.
func fuzzUBXPoll(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let chunking = input.chunking()
  let stream = input.rest()
  let bus = SimulatedI2CBus(clock: SimulatedClock())
  let receiver = UBloxReceiverModel(
    world: World(scenario: .standing), seed: 1, bootDate: World.defaultBootDate)
  bus.attach(receiver, at: .ublox, named: "ublox")
  bus.onMisuse = { _ in }
  bus.clock.advance(to: .seconds(2))
  chunking.forEachChunk(of: stream) { piece in
    let transfer = bus.transfer(with: .ublox, [.write([UInt8](piece)), .read(300)])
    _ = receiver.meaning(of: transfer)
    bus.clock.pause(for: .milliseconds(200))
  }
  _ = (receiver.registers, receiver.condition)
  requireSoundOutput(bus)
}

private func requireSoundOutput(_ bus: SimulatedI2CBus) {
  // Whatever it was told, at most the start-up later it acknowledges again.
  bus.clock.pause(for: UBloxReceiverModel.startUpTime)
  let length = bus.transfer(with: .ublox, [.write([0xFD]), .read(2)]).readBytes
  require(length.count == 2, "it acknowledges")
  let waiting = Int(length[0]) << 8 | Int(length[1])
  require(waiting <= UBloxConstants.bufferLength, "no more waits than the buffer holds")
}

/// A log is refused with a sentence, or is epochs in the order of their times that a driver can start on.
func fuzzReceiverLog(_ bytes: [UInt8]) {
  do throws(ReceiverLogError) {
    let log = try ReceiverLog(bytes)
    let times = log.epochs.map(\.time)
    require(!times.isEmpty && times[0] == .zero, "a log begins with its first epoch")
    require(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "epochs are in order")
    require(log.epochs.allSatisfy { !$0.messages.isEmpty }, "an epoch has messages")
    let kept = log.epochs.reduce(0) { $0 + $1.messages.reduce(0) { $0 + $1.count } }
    require(kept + log.skippedBytes == bytes.count, "every byte is accounted for")
    require(log.period > .zero, "a log has a period")
  } catch {
    require(!error.description.isEmpty, "a refusal says why")
  }
}
