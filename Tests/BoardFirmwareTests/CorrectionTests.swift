import NtripProtocol
import RTCMParser
import SensorDrivers
import Testing

@testable import BoardFirmware

@Suite("Corrections on their way to the receiver")
struct CorrectionTests {
  /// The standard's example frame of message 1005.
  private static let frame1005: [UInt8] = [
    0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62,
    0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
  ]

  /// A stream of valid frames, a damaged frame and noise: at least 1,600 bytes.
  private static let stream: [UInt8] = {
    var bytes: [UInt8] = []
    for index in 0..<50 {
      bytes += frame1005
      if index % 10 == 9 {
        // The payload must not look like the start of a longer frame, which the scanner would wait for.
        bytes += [0xD3] + frame1005.dropFirst().map { $0 == 0xD3 ? 0xD2 : $0 }
        bytes += Array("noise \(index)".utf8)
      }
    }
    return bytes
  }()

  @Test(
    "bytes reach the receiver unchanged and counted, however they arrive",
    arguments: [1, 7, 100, 5000])
  func unchanged(chunk: Int) {
    let board = FakeBoard()
    let stream = Self.stream
    for (index, start) in stride(from: 0, to: stream.count, by: chunk).enumerated() {
      let bytes = Array(stream[start..<min(start + chunk, stream.count)])
      board.link.arrivals.append((.milliseconds(1000 + 10 * index), bytes))
    }
    board.run(until: .seconds(30))
    #expect(board.receiver.corrections == stream)
    let corrections = board.snapshot.corrections
    #expect(corrections.bytesReceived == stream.count)
    #expect(corrections.bytesWritten == stream.count)
    #expect(corrections.bytesDropped == 0)
    #expect(corrections.frames[1005] == 50)
    #expect(corrections.frames.total == 50)
    #expect(corrections.badCRC == 5)
    #expect(corrections.frameBytes == 50 * 25)
    #expect(corrections.frameBytes + corrections.otherBytes == stream.count)
    #expect(corrections.link.mountpoint == "BASE" && corrections.link.bytes == stream.count)
  }

  @Test("corrections are carried as soon as they arrive")
  func promptness() {
    let board = FakeBoard()
    board.link.arrivals = [(.milliseconds(3330), Self.frame1005)]
    board.run(until: .milliseconds(3390))
    #expect(board.receiver.corrections.isEmpty)
    board.run(until: .milliseconds(3410))
    #expect(board.receiver.corrections == Self.frame1005)
  }

  @Test("corrections wait for a receiver that is not there yet")
  func waiting() {
    let board = FakeBoard()
    board.bus.dead = [FakeBoard.addresses.receiver]
    board.link.arrivals = [(.seconds(1), Self.frame1005)]
    board.run(until: .seconds(2))
    #expect(board.snapshot.corrections.frames[1005] == 1)
    #expect(board.snapshot.corrections.bytesWritten == 0)
    board.bus.dead = []
    board.run(until: .seconds(5))
    #expect(board.receiver.corrections == Self.frame1005)
    #expect(board.snapshot.corrections.bytesDropped == 0)
  }

  @Test("without a receiver only so many bytes are kept, the newest")
  func bounded() {
    let board = FakeBoard()
    board.bus.dead = [FakeBoard.addresses.receiver]
    for second in 1...20 {
      board.link.arrivals.append(
        (.seconds(second), [UInt8](repeating: UInt8(second), count: 10_000)))
    }
    board.run(until: .seconds(21))
    #expect(board.snapshot.corrections.bytesReceived == 200_000)
    #expect(board.snapshot.corrections.bytesDropped == 200_000 - 65_536)
    board.bus.dead = []
    board.run(until: .seconds(60))
    #expect(board.receiver.corrections.count == 65_536)
    #expect(board.receiver.corrections.last == 20)
    #expect(board.snapshot.corrections.bytesWritten == 65_536)
  }

  @Test("a flood of corrections keeps nobody from reading receiver and sensors")
  func flood() {
    let board = FakeBoard()
    let flood = Array(repeating: Self.stream, count: 40).flatMap { $0 }
    board.link.arrivals = [(.milliseconds(2100), flood)]
    board.run(until: .seconds(20))
    #expect(flood.count > 50_000)
    #expect(board.receiver.corrections == flood)
    #expect(board.link.reports.count >= 19)
    #expect(board.card.lines(of: "20260601.CSV").count == 11)
  }

  @Test("one look at the receiver sends 4,096 bytes at most, and keeps the rest for the next")
  func pieces() {
    let link = FakeLink()
    link.arrivals = [(.zero, (0..<9000).map { UInt8(truncatingIfNeeded: $0 / 7) })]
    let bytes = link.arrivals[0].bytes
    var pipe = CorrectionPipe(link: link)
    pipe.receive(at: .zero)
    let pieces = (1...4).map { _ in pipe.takePiece() }
    #expect(pieces.map(\.count) == [4096, 4096, 808, 0])
    #expect(pieces.flatMap { $0 } == bytes)
  }

  @Test("exactly as many bytes as can be kept are kept", arguments: [0, 1])
  func capacity(excess: Int) {
    let link = FakeLink()
    link.arrivals = [(.zero, [UInt8](repeating: 7, count: 65_536 + excess))]
    var pipe = CorrectionPipe(link: link)
    pipe.receive(at: .zero)
    #expect(pipe.waiting.count == 65_536 && pipe.bytesDropped == excess)
  }

  @Test("every byte is written, waiting or accounted for when the receiver fails in between")
  func accounted() {
    let board = FakeBoard()
    board.run(until: .milliseconds(2010))
    board.link.arrivals = [(.milliseconds(2100), Self.stream), (.milliseconds(9000), Self.stream)]
    board.bus.dead = [FakeBoard.addresses.receiver]
    board.run(until: .milliseconds(2150))
    board.bus.dead = []
    board.run(until: .seconds(20))
    let corrections = board.snapshot.corrections
    #expect(corrections.bytesReceived == 2 * Self.stream.count)
    #expect(corrections.bytesWritten + corrections.bytesDropped == 2 * Self.stream.count)
    #expect(corrections.bytesWritten == board.receiver.corrections.count)
    #expect(Array(board.receiver.corrections.suffix(Self.stream.count)) == Self.stream)
  }

  @Test("observations that the receiver used give station and age, other messages do not")
  func used() {
    let board = FakeBoard()
    board.run(until: .milliseconds(1050))
    var message = RxmRTCM()
    message.use = .used
    message.referenceStationID = 2003
    for type in [1077, 1006, 1230] as [UInt16] {
      message.messageType = type
      board.receiver.send(message.frame)
    }
    board.run(until: .milliseconds(1150))
    #expect(board.snapshot.gnss.stationID == 2003)
    message.messageType = 1006
    board.receiver.send(message.frame)
    board.run(until: .milliseconds(9150))
    let age = board.snapshot.gnss.correctionAge(at: .milliseconds(9101)) ?? .zero
    #expect(age >= .seconds(7.9) && age < .seconds(8.01))
  }
}
