import Foundation
import Mathematics
import TestSupport
import Testing

@testable import RTCMStreams

/// The packets of a frame.
private func made(_ frame: [UInt8], by writer: inout MAVLinkWriter) throws -> [[UInt8]] {
  let packets = writer.packets(of: frame)
  return try #require(packets)
}

@Suite("RTCM 3 in MAVLink")
struct MAVLinkTests {
  private func packets(_ bytes: [UInt8], chunk: Int = .max) -> (
    packets: [MAVLinkReader.Packet], damaged: Int
  ) {
    var (reader, found) = (MAVLinkReader(), [MAVLinkReader.Packet]())
    var start = 0
    while start < bytes.count {
      let end = min(start + min(chunk, bytes.count), bytes.count)
      reader.consume(bytes[start..<end].span) { found.append($0) }
      start = end
    }
    reader.finish { found.append($0) }
    #expect(reader.packetCount == found.count)
    return (found, reader.damagedCount)
  }

  private func assembled(_ packets: [MAVLinkReader.Packet]) -> (
    frames: [[UInt8]], counts: MAVLinkAssembler.Counts
  ) {
    var (assembler, frames) = (MAVLinkAssembler(), [[UInt8]]())
    for packet in packets { if let frame = assembler.add(packet) { frames.append(frame) } }
    assembler.finish()
    return (frames, assembler.counts)
  }

  private func frame(_ count: Int, _ seed: Int = 1) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ seed) }
  }

  @Test("a packet has the bytes that pymavlink gives it")
  func bytes() {
    var writer = MAVLinkWriter()
    let packet = writer.packets(of: Array("hello".utf8))?.first ?? []
    // Made by pymavlink 2.4.50: gps_rtcm_data_encode(0, 5, b"hello") of system 255, component 190.
    #expect(
      packet.map { String($0, radix: 16) }.joined(separator: " ")
        == "fd 7 0 0 0 ff be e9 0 0 0 5 68 65 6c 6c 6f d7 7b")
  }

  @Test(
    "a frame has as few fragments as hold it, and an empty one where the last would be full",
    arguments: [
      (1, [1]), (180, [180]), (181, [180, 1]), (360, [180, 180, 0]), (361, [180, 180, 1]),
      (540, [180, 180, 180, 0]), (541, [180, 180, 180, 1]), (720, [180, 180, 180, 180]),
    ])
  func fragments(length: Int, parts: [Int]) throws {
    let all = frame(length)
    let fragments = try #require(MAVLinkFragment.fragments(of: all, sequence: 33))
    #expect(fragments.map(\.bytes.count) == parts)
    #expect(fragments.flatMap(\.bytes) == all)
    #expect(fragments.map(\.number) == Array(parts.indices))
    #expect(fragments.allSatisfy { $0.sequence == 1 && $0.isPart == (parts.count > 1) })
    #expect(fragments.map(\.isLast) == parts.indices.map { $0 == parts.count - 1 })
    #expect(MAVLinkFragment.fragments(of: frame(721), sequence: 0) == nil)
  }

  @Test("what is written is read, cut anywhere, with other bytes between", arguments: [1, 7, 1000])
  func roundTrip(chunk: Int) throws {
    var (writer, stream) = (
      MAVLinkWriter(as: MAVLinkSender(systemID: 9, componentID: 3)), [UInt8]()
    )
    let sent = (0..<100).map { frame(1 + $0 * 7, $0) + [0, 0] }
    for (number, frame) in sent.enumerated() {
      for packet in try made(frame, by: &writer) {
        stream += MAVLinkWriter.record(of: packet, at: 1_780_000_000_000_000 + UInt64(number))
      }
      stream += [0xFD, 0xFE, 0xFD, UInt8(number)]
    }
    let read = packets(stream, chunk: chunk)
    #expect(read.packets.allSatisfy { $0.sender == MAVLinkSender(systemID: 9, componentID: 3) })
    let whole = assembled(read.packets)
    #expect(whole.frames == sent)
    #expect(whole.counts == .init(frames: 100))
  }

  @Test("fragments in any order, and twice, are a frame once; a lost one loses its frame alone")
  func orders() throws {
    var writer = MAVLinkWriter()
    let sent = (0..<4).map { frame(600, $0) }
    let all = try sent.map { try packets(made($0, by: &writer).flatMap(\.self)).packets }
    let mixed = [all[0][2], all[0][0], all[0][0], all[0][3], all[0][1], all[0][1]]
    let first = assembled(mixed)
    #expect(first.frames == [sent[0]])
    #expect(first.counts == .init(frames: 1, repeated: 2))
    let lossy = assembled(all[0] + all[1].dropLast() + all[3])
    #expect(lossy.frames == [sent[0], sent[3]])
    #expect(lossy.counts == .init(frames: 2, incomplete: 1, missing: 1))
    let cut = assembled(Array(all[0].dropFirst()))
    #expect(cut.frames.isEmpty && cut.counts == .init(incomplete: 1))
    // The same number comes again 32 frames later.
    var later = all[1]
    for index in later.indices { later[index].fragment.sequence = all[0][0].fragment.sequence }
    #expect(assembled(all[0] + later).frames == [sent[0], sent[1]])
    #expect(assembled(all[0].dropLast() + later).frames == [sent[1]])
  }

  @Test("two senders do not disturb each other")
  func senders() throws {
    var writers = [MAVLinkWriter(), MAVLinkWriter(as: MAVLinkSender(systemID: 1, componentID: 1))]
    let sent = [frame(500, 1), frame(400, 2)]
    let all = try (0..<2).map { index in
      try packets(made(sent[index], by: &writers[index]).flatMap(\.self)).packets
    }
    let mixed = (0..<3).flatMap { number in [all[0][number], all[1][number]] }
    #expect(assembled(mixed).frames == sent)
    // Of one sender they are pieces of neither.
    let confused = mixed.map { packet in
      var packet = packet
      packet.sender = MAVLinkSender()
      if packet.fragment.bytes == all[1][0].fragment.bytes { packet.fragment.sequence = 1 }
      return packet
    }
    #expect(!assembled(confused).frames.contains(sent[0]))
  }

  @Test("a packet behind the beginning of one that never ends is found at the end")
  func end() throws {
    var writer = MAVLinkWriter()
    let packet = try made(frame(20), by: &writer)[0]
    let torn = Array(packet.prefix(10))
    #expect(assembled(packets(torn + packet + torn, chunk: 3).packets).frames == [frame(20)])
  }

  @Test("no damage traps, or gives what was not sent")
  func damage() throws {
    var writer = MAVLinkWriter()
    let sent = (0..<20).map { frame(50 + $0 * 30, $0) }
    let stream = try sent.flatMap { try made($0, by: &writer).flatMap(\.self) }
    var random = Xoshiro256(seed: 3, part: "mavlink")
    var whole = 0
    for _ in 0..<400 {
      var damaged = stream
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: damaged.remove(at: place)
        default: damaged.insert(0xFD, at: place)
        }
      }
      let frames = assembled(packets(damaged, chunk: 100).packets).frames
      #expect(frames.allSatisfy(sent.contains))
      whole += frames.count
    }
    #expect(whole > 400 * 15)
  }
}

@Suite("RTCM 3 in MAVLink, by others", .compares(with: .pymavlink))
struct MAVLinkOracleTests {
  private static func frames() throws -> [[UInt8]] {
    try TestSupport.frames(of: MadeUpBase.stream(seconds: 30)).map { $0.bytes }
      + [180, 360, 540, 720, 1].map { [UInt8](repeating: 0, count: $0) }
  }

  @Test("pymavlink reads each packet of a telemetry log, with its time")
  func read() throws {
    let sent = try Self.frames()
    var (writer, log, expected) = (MAVLinkWriter(), [UInt8](), [String]())
    for (number, frame) in sent.enumerated() {
      let time = 1_780_000_000_000_000 + UInt64(number) * 50_000
      for packet in try made(frame, by: &writer) {
        log += MAVLinkWriter.record(of: packet, at: time)
      }
      for part in try #require(MAVLinkFragment.fragments(of: frame, sequence: UInt8(number & 31))) {
        let flags = (part.isPart ? 1 : 0) + part.number * 2 + (number & 31) * 8
        let data = part.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        expected.append(
          "\(time) 255 190 \(expected.count & 255) GPS_RTCM_DATA \(flags) \(data.isEmpty ? "-" : data)"
        )
      }
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(log, to: "x.tlog")
    let printed = try PythonPackage.pymavlink.run("mavlink.py", ["read", path], in: folder.url)
    #expect(printed.split(separator: "\n").map(String.init) == expected)
    #expect(expected.count > 100)
  }

  @Test(
    "packets that pymavlink makes, between others of it, are read whole",
    arguments: ["1", "2", "signed"])
  func write(version: String) throws {
    let sent = try Self.frames()
    let lines = try sent.enumerated().flatMap { number, frame in
      try #require(MAVLinkFragment.fragments(of: frame, sequence: UInt8(number & 31))).map { part in
        let flags = (part.isPart ? 1 : 0) + part.number * 2 + (number & 31) * 8
        let data = part.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(flags) \(data.isEmpty ? "-" : data)\n"
      }
    }
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(lines.joined().utf8), to: "lines")
    _ = try PythonPackage.pymavlink.run(
      "mavlink.py", ["write", folder.path("x.mav"), version], in: folder.url,
      input: URL(filePath: input))
    var (reader, assembler, frames) = (MAVLinkReader(), MAVLinkAssembler(), [[UInt8]]())
    let bytes = try folder.bytes(of: "x.mav")
    reader.consume(bytes.span) { packet in
      if let frame = assembler.add(packet) { frames.append(frame) }
    }
    assembler.finish()
    #expect(frames == sent)
    #expect(reader.damagedCount == 0 && assembler.counts == .init(frames: sent.count))
    #expect(assembler.senders == [MAVLinkSender(systemID: 42, componentID: 7)])
  }
}
