internal import Mathematics
public import NtripProtocol
internal import RTCMParser

extension StreamDamage {
  /// The damage of RTCM 3 streams, frame by frame; other bytes between frames stay unchanged.
  public static var frames: StreamDamage {
    StreamDamage { slice, faults, memory in
      var (damaged, end) = ([UInt8](), 0)
      var scanner = FrameScanner()
      scanner.consume(slice.span) { frame in
        damaged += slice[end..<Int(frame.offset)]
        end = Int(frame.offset) + frame.bytes.count
        memory.append(slice[Int(frame.offset)..<end], by: faults, to: &damaged)
      }
      damaged += slice[end...]
      memory.flip(&damaged, by: faults)
      return damaged
    }
  }
}

extension StreamDamage.Memory {
  /// Appends a frame: unchanged, halved, doubled or delayed, by the faults and their probabilities.
  fileprivate mutating func append(
    _ frame: ArraySlice<UInt8>, by faults: [CasterFault], to output: inout [UInt8]
  ) {
    var part = frame
    if strikes(.halve, in: faults) { part = part.prefix(part.count / 2) }
    let isDouble = strikes(.double, in: faults)
    let isLate = strikes(.reorder, in: faults)
    let bytes = isDouble ? part + part : part
    guard held.isEmpty else {
      output += bytes + held
      held = []
      return
    }
    if isLate { held = Array(bytes) } else { output += bytes }
  }

  /// Flips a bit in the share of bytes that the faults specify.
  fileprivate mutating func flip(_ bytes: inout [UInt8], by faults: [CasterFault]) {
    for fault in faults where fault.kind == .flip {
      let share = fault.value(.rate) * fault.probability
      for index in bytes.indices where chance.uniform() < share {
        bytes[index] ^= 1 << UInt8(chance.next() % 8)
      }
    }
  }

  private mutating func strikes(_ kind: CasterFault.Kind, in faults: [CasterFault]) -> Bool {
    faults.contains { fault in
      fault.kind == kind && chance.uniform() < fault.value(.rate) * fault.probability
    }
  }
}
