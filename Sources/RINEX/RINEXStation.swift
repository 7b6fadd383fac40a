import RTCMParser
import TextOutput

/// What a stream says about a reference station, as a header has it.
struct RINEXStation: Sendable {
  private var antenna: AntennaDescriptor?
  private var receiver: ReceiverAndAntenna?
  private var position: AntennaReferencePoint?
  private var antennaHeight = 0.0

  /// Takes what a message says; the last one of a kind holds.
  mutating func learn(from message: RTCMMessage) {
    switch message {
    case .antennaReferencePoint(let point): (position, antennaHeight) = (point, 0)
    case .antennaReferencePointAndHeight(let message):
      (position, antennaHeight) = (message.station, message.antennaHeight)
    case .antennaDescriptor(let descriptor): antenna = descriptor
    case .receiverAndAntenna(let equipment): receiver = equipment
    default: break
    }
  }

  /// Appends the station's lines of the header.
  ///
  /// - Parameters:
  ///   - markerName: How the station is called.
  ///   - text: Is appended to.
  func appendHeaderLines(markerName: String, to text: inout [UInt8]) {
    text.appendHeaderLine("MARKER NAME") { $0.append(text: markerName, columns: 60) }
    if position?.isNonPhysical == true {
      text.appendHeaderLine("MARKER TYPE") { $0 += "NON_PHYSICAL".utf8 }
    }
    text.appendHeaderLine("OBSERVER / AGENCY")
    text.appendHeaderLine("REC # / TYPE / VERS") { line in
      line.append(text: receiver?.receiverSerialNumber.bytes ?? [], columns: 20)
      line.append(text: receiver?.receiverType.bytes ?? [], columns: 20)
      line.append(text: receiver?.receiverFirmware.bytes ?? [], columns: 20)
    }
    text.appendHeaderLine("ANT # / TYPE") { line in
      line.append(text: antennaSerialNumber, columns: 20)
      line.append(text: antennaDescriptor, columns: 20)
    }
    appendPosition(to: &text)
  }

  private var antennaDescriptor: [UInt8] {
    let told = receiver?.antennaDescriptor.bytes ?? []
    return told.isEmpty ? antenna?.descriptor.bytes ?? [] : told
  }

  private var antennaSerialNumber: [UInt8] {
    let told = receiver?.antennaSerialNumber.bytes ?? []
    return told.isEmpty ? antenna?.serialNumber?.bytes ?? [] : told
  }

  /// RTCM has the antenna reference point, RINEX the marker, which is by the antenna's height below.
  private func appendPosition(to text: inout [UInt8]) {
    let marker = position.map { position in
      ECEFPosition(
        GeodeticPosition(position.position).moved(east: 0, north: 0, up: -antennaHeight))
    }
    text.appendHeaderLine("APPROX POSITION XYZ") { line in
      for coordinate in [marker?.x, marker?.y, marker?.z] {
        line.append(decimal: coordinate ?? 0, decimals: 4, columns: 14)
      }
    }
    text.appendHeaderLine("ANTENNA: DELTA H/E/N") { line in
      for offset in [antennaHeight, 0, 0] { line.append(decimal: offset, decimals: 4, columns: 14) }
    }
  }
}
