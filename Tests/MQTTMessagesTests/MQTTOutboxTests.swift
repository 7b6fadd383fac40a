import Testing

@testable import MQTTMessages

@Suite("Messages that wait for a broker")
struct MQTTOutboxTests {
  private func message(_ number: Int, _ delivery: MQTTMessage.Delivery = .atLeastOnce)
    -> MQTTMessage
  {
    MQTTMessage("t", Array("\(number)".utf8), delivery: delivery)
  }

  private func number(_ message: MQTTMessage?) -> Int? {
    message.flatMap { Int(String(decoding: $0.payload, as: UTF8.self)) }
  }

  /// Sends the next messages, and returns their numbers; packets count from `first`.
  private func send(_ outbox: inout MQTTOutbox, from first: Int32 = 1) -> [Int] {
    var numbers: [Int] = []
    while let next = outbox.takeNext() {
      outbox.noteSent(next, as: first + Int32(numbers.count))
      numbers.append(number(next) ?? -1)
    }
    return numbers
  }

  @Test("messages leave in order, no more of them than the window without acknowledgement")
  func window() {
    var outbox = MQTTOutbox(window: 3)
    for number in 1...5 { outbox.append(message(number)) }
    #expect(send(&outbox) == [1, 2, 3] && outbox.count == 5)
    outbox.confirm(2)
    #expect(send(&outbox, from: 4) == [4] && outbox.publishedCount == 1)
    for packet: Int32 in [1, 3, 4] { outbox.confirm(packet) }
    #expect(send(&outbox, from: 5) == [5])
    outbox.confirm(5)
    #expect(outbox.isEmpty && outbox.publishedCount == 5 && outbox.droppedCount == 0)
  }

  @Test(
    "where there is no room, the oldest that waits is dropped and counted, and none that was sent")
  func bounded() {
    var outbox = MQTTOutbox(capacity: 3, window: 1)
    outbox.append(message(0))
    #expect(send(&outbox) == [0])
    for number in 1...5 {
      #expect(outbox.hasRoom == (number <= 3))
      outbox.append(message(number))
    }
    #expect(outbox.droppedCount == 2 && outbox.count == 4)
    outbox.confirm(1)
    #expect(send(&outbox, from: 2) == [3])
  }

  @Test("the bytes that wait are bounded too, and a message longer than all of them goes alone")
  func bytes() {
    var outbox = MQTTOutbox(capacity: 100, window: 1, byteCapacity: 100)
    for _ in 0..<5 { outbox.append(MQTTMessage("t", [UInt8](repeating: 0, count: 39))) }
    #expect(outbox.count == 3 && outbox.droppedCount == 2)
    outbox.append(MQTTMessage("t", [UInt8](repeating: 0, count: 1000)))
    #expect(outbox.count == 3 && outbox.droppedCount == 3)
    outbox.append(message(7))
    #expect(outbox.count == 1 && outbox.droppedCount == 6)
  }

  @Test("what was not acknowledged is sent again, in order and before the rest")
  func loss() {
    var outbox = MQTTOutbox(window: 4)
    for number in 1...6 { outbox.append(message(number)) }
    #expect(send(&outbox) == [1, 2, 3, 4])
    outbox.confirm(1)
    outbox.confirm(3)
    outbox.noteLoss()
    #expect(send(&outbox, from: 10) == [2, 4, 5, 6])
  }

  @Test("a message of quality 0 is sent once, whatever becomes of it")
  func atMostOnce() {
    var outbox = MQTTOutbox()
    outbox.append(message(1, .atMostOnce))
    outbox.append(message(2))
    #expect(send(&outbox) == [1, 2])
    outbox.noteLoss()
    #expect(send(&outbox, from: 10) == [2])
  }

  @Test("a message that is being handed over counts until it is published, refused or given back")
  func handingOver() throws {
    var outbox = MQTTOutbox(window: 1)
    outbox.append(message(1))
    let taken = outbox.takeNext()
    let first = try #require(taken)
    #expect(outbox.count == 1 && !outbox.isEmpty)
    outbox.giveBack(first)
    #expect(outbox.count == 1)
    _ = outbox.takeNext()
    outbox.refuse()
    #expect(outbox.isEmpty && outbox.refusedCount == 1)
    outbox.append(message(2))
    let next = outbox.takeNext()
    let second = try #require(next)
    outbox.confirm(9, isTaken: false)
    #expect(outbox.count == 1)
    outbox.noteSent(second, as: 9)
    #expect(outbox.isEmpty && outbox.refusedCount == 2 && outbox.publishedCount == 0)
  }

  @Test("an acknowledgement may come before the packet's number is known")
  func early() {
    var outbox = MQTTOutbox(window: 1)
    outbox.append(message(1))
    outbox.append(message(2))
    let first = outbox.takeNext()
    outbox.confirm(9)
    if let first { outbox.noteSent(first, as: 9) }
    #expect(outbox.publishedCount == 1 && number(outbox.takeNext()) == 2)
  }

  @Test(
    "a message with which three connections in a row are lost is not taken, and the next one goes on"
  )
  func refused() {
    var outbox = MQTTOutbox(window: 2)
    for number in 1...3 { outbox.append(message(number)) }
    for round in 0..<3 {
      #expect(outbox.refusedCount == 0)
      // After the first loss the first message goes alone: it may be the one that is not taken.
      #expect(send(&outbox, from: Int32(10 * round)) == (round == 0 ? [1, 2] : [1]))
      outbox.noteLoss()
    }
    #expect(outbox.refusedCount == 1 && send(&outbox, from: 50) == [2, 3])
    outbox.noteLoss()
    outbox.noteLoss()
    #expect(outbox.refusedCount == 1)
  }

  @Test("an acknowledgement between shows that the broker takes messages")
  func progress() {
    var outbox = MQTTOutbox(window: 1)
    for number in 1...9 { outbox.append(message(number)) }
    for packet in 0..<8 as Range<Int32> {
      _ = send(&outbox, from: 100 + packet)
      if packet.isMultiple(of: 2) { outbox.confirm(100 + packet) } else { outbox.noteLoss() }
    }
    #expect(outbox.refusedCount == 0 && outbox.publishedCount == 4)
  }

  @Test("a broker that refuses a message by its number loses no other")
  func negative() {
    var outbox = MQTTOutbox()
    outbox.append(message(1))
    outbox.append(message(2))
    _ = send(&outbox)
    outbox.confirm(1, isTaken: false)
    outbox.confirm(2)
    #expect(outbox.refusedCount == 1 && outbox.publishedCount == 1 && outbox.isEmpty)
  }

  @Test("any number of messages passes in order, with losses in between")
  func many() {
    var outbox = MQTTOutbox(capacity: 10_000, window: 7)
    for number in 0..<5000 { outbox.append(message(number)) }
    var seen: [Int] = []
    var packet: Int32 = 0
    while !outbox.isEmpty {
      packet += 100
      let sent = send(&outbox, from: packet)
      for (index, number) in sent.enumerated().prefix(packet % 300 == 0 ? 2 : sent.count) {
        outbox.confirm(packet + Int32(index))
        seen.append(number)
      }
      outbox.noteLoss()
    }
    #expect(seen == Array(0..<5000))
  }
}
