import ByteTable
import RTCMParser

/// What is measured, the byte table first.
func measurements(of input: Input) -> [Measurement] {
  framing(input) + decoding(input) + encoding(input)
}

/// What finding the frames is called among the measurements, in the way that decoders have it done.
var framingName: String {
  CRC24Q.Method.fastest == .tables ? framingByTables : framingByMultiplication
}
private let framingByTables = "framing + CRC, tables in Swift"
private let framingByMultiplication = "framing + CRC, carry-less multiply"

/// Framing and CRC, against the same walk with a byte-table CRC in C.
private func framing(_ input: Input) -> [Measurement] {
  let stream = input.stream
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: stream.count, alignment: 64)
  var measurements = [
    Measurement(name: "byte-table CRC in C") {
      let found = stream.withUnsafeBufferPointer {
        byte_table_count_frames($0.baseAddress, $0.count)
      }
      precondition(found == input.frameCount)
    },
    Measurement(name: "memcpy") {
      stream.withUnsafeBytes { copy.copyMemory(from: $0) }
      keep(copy[stream.count - 1])
    },
    Measurement(name: framingByTables, target: 4.5) {
      precondition(frameCount(in: input, by: .tables) == input.frameCount)
    },
  ]
  if CRC24Q.Method.fastest == .carrylessMultiplication {
    measurements.append(
      Measurement(name: framingByMultiplication, target: 12, allocationsPerFrame: 0) {
        precondition(frameCount(in: input, by: .carrylessMultiplication) == input.frameCount)
      })
  }
  measurements.append(
    Measurement(name: "the same in chunks of 1000 bytes", allocationsPerFrame: 0) {
      precondition(frameCount(in: input, chunkLength: 1000) == input.frameCount)
    })
  return measurements
}

private func frameCount(in input: Input, by method: CRC24Q.Method) -> Int {
  var scanner = FrameScanner(checkingBy: method)
  var found = 0
  scanner.consume(input.stream.span) { _ in found += 1 }
  scanner.finish { _ in found += 1 }
  return found
}

private func frameCount(in input: Input, chunkLength: Int) -> Int {
  var scanner = FrameScanner()
  var found = 0
  for start in stride(from: 0, to: input.stream.count, by: chunkLength) {
    let end = min(start + chunkLength, input.stream.count)
    scanner.consume(input.stream.span.extracting(start..<end)) { _ in found += 1 }
  }
  scanner.finish { _ in found += 1 }
  return found
}

// MARK: Decoding

/// Decoding where the frames lie, and into owned values.
private func decoding(_ input: Input) -> [Measurement] {
  var decodable = 0
  scan(input.stream) { if decodeInPlace($0) { decodable += 1 } }
  let percent = 100 * decodable / max(input.frameCount, 1)
  return [
    Measurement(
      name: "decoding in place", allocationsPerFrame: 0, instructionsPerFrame: 2500,
      nextStep: "fields read on demand: of a cell, 64 read all six, 28 lend it, 24 look at it",
      remark: "\(percent) % of the frames"
    ) {
      var decoded = 0
      scan(input.stream) { if decodeInPlace($0) { decoded += 1 } }
      precondition(decoded == decodable)
    },
    Measurement(
      name: "decoding to owned values", target: 0.56, allocationsPerFrame: 1,
      instructionsPerFrame: 4500,
      nextStep: "one store for an MSM's satellites and signals, and one for all biases"
    ) {
      scan(input.stream) { payload in
        do { keep(try RTCMMessage(decoding: payload)) } catch {}
      }
    },
  ]
}

/// Gives the payload of every frame.
func scan(_ stream: [UInt8], _ onPayload: (Span<UInt8>) -> Void) {
  var scanner = FrameScanner()
  scanner.consume(stream.span) { onPayload($0.payload) }
  scanner.finish { onPayload($0.payload) }
}

/// Decodes observations and what else has no lists or texts: nothing that needs a heap.
///
/// - Returns: Whether this is such a message.
private func decodeInPlace(_ payload: Span<UInt8>) -> Bool {
  guard payload.count >= 2 else { return false }
  let type = UInt16(payload[0]) << 4 | UInt16(payload[1]) >> 4
  do throws(RTCMDecodingError) {
    switch type {
    case 1071...1137:
      let view = try MSMView(decoding: payload)
      view.forEachCell { keep($0) }
    case 1005: keep(try AntennaReferencePoint(decoding: payload))
    case 1006: keep(try AntennaReferencePointAndHeight(decoding: payload))
    case 1019: keep(try GPSEphemeris(decoding: payload))
    case 1020: keep(try GLONASSEphemeris(decoding: payload))
    case 1041: keep(try NavICEphemeris(decoding: payload))
    case 1042: keep(try BeiDouEphemeris(decoding: payload))
    case 1043: keep(try SBASEphemeris(decoding: payload))
    case 1044: keep(try QZSSEphemeris(decoding: payload))
    case 1045, 1046: keep(try GalileoEphemeris(decoding: payload))
    case 1230: keep(try GLONASSCodePhaseBiases(decoding: payload))
    default: return false
    }
    return true
  } catch { return false }
}

// MARK: Encoding

/// Encoding to frames what one copy of the input decodes to.
private func encoding(_ input: Input) -> [Measurement] {
  var messages: [Held] = []
  scan(input.once) { payload in
    if let message = try? RTCMMessage(decoding: payload) { messages.append(Held(message)) }
  }
  let byteCount = messages.reduce(0) { $0 + $1.encode() }
  return [
    Measurement(
      name: "encoding to frames", target: 0.4, byteCount: byteCount, frameCount: messages.count,
      allocationsPerFrame: 1, instructionsPerFrame: 5000,
      nextStep: "cells without IDs of their own: of a cell, 27 compare them, 100 write it",
      includesFraming: false
    ) {
      var encoded = 0
      for index in messages.indices { encoded += messages[index].encode() }
      precondition(encoded == byteCount)
    }
  ]
}

/// A message that is encoded where it lies: to copy one out of an array first would count as well.
final class Held {
  private let message: RTCMMessage

  init(_ message: RTCMMessage) { self.message = message }

  /// Encodes the message; gives the length of the frame.
  func encode() -> Int {
    guard let frame = try? message.frame() else { return 0 }
    keep(frame)
    return frame.count
  }
}
