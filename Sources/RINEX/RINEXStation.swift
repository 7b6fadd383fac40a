import RTCMParser
import RTCMStreams
import TextOutput

/// The reference station of a stream, with the content of its header lines.
struct RINEXStation: Sendable {
  private var antennas = Ballot<AntennaDescriptor>()
  private var receivers = Ballot<ReceiverAndAntenna>()
  private var positions = Ballot<AntennaReferencePoint>()
  private var heights = Ballot<AntennaReferencePointAndHeight>()

  /// Collects the station data of a message; of each kind of message the most frequent content wins.
  ///
  /// Of equally frequent contents, the first wins.
  mutating func learn(from message: RTCMMessage) {
    switch message {
    case .antennaReferencePoint(let point): positions.add(point)
    case .antennaReferencePointAndHeight(let message):
      positions.add(message.station)
      heights.add(message)
    case .antennaDescriptor(let descriptor): antennas.add(descriptor)
    case .receiverAndAntenna(let equipment): receivers.add(equipment)
    default: break
    }
  }

  private var antenna: AntennaDescriptor? { antennas.winner }
  private var receiver: ReceiverAndAntenna? { receivers.winner }
  private var position: AntennaReferencePoint? { positions.winner }

  /// The antenna height that messages 1006 give for the position, metres; messages 1005 do not change it.
  private var antennaHeight: Double {
    guard let place = position?.position else { return 0 }
    return heights.winner { $0.position == place }?.antennaHeight ?? 0
  }

  /// Appends the header lines of the station.
  ///
  /// - Parameters:
  ///   - header: The content that replaces the stream's.
  ///   - name: The marker name where `header` has none.
  ///   - version: The version of the file.
  ///   - text: The text that the lines are appended to.
  func appendHeaderLines(
    _ header: RINEXHeader, name: String, version: RINEXFormat, to text: inout [UInt8]
  ) {
    text.appendHeaderLine("MARKER NAME") {
      $0.append(text: header[.markerName] ?? name, columns: 60)
    }
    if let number = header[.markerNumber] {
      text.appendHeaderLine("MARKER NUMBER") { $0.append(text: number, columns: 20) }
    }
    if version != .v2_11,
      let type = header[.markerType] ?? (position?.isNonPhysical == true ? "NON_PHYSICAL" : nil)
    {
      text.appendHeaderLine("MARKER TYPE") { $0.append(text: type, columns: 20) }
    }
    appendFields(
      "OBSERVER / AGENCY", [(.observer, nil), (.agency, nil)], of: header, to: &text)
    appendFields(
      "REC # / TYPE / VERS",
      [
        (.receiverNumber, receiver?.receiverSerialNumber.bytes),
        (.receiverType, receiver?.receiverType.bytes),
        (.receiverVersion, receiver?.receiverFirmware.bytes),
      ], of: header, to: &text)
    appendFields(
      "ANT # / TYPE", [(.antennaNumber, antennaSerialNumber), (.antennaType, antennaDescriptor)],
      of: header, to: &text)
    appendPosition(header, to: &text)
  }

  /// Appends a line of fields; the stream's content fills the fields that the header leaves out.
  private func appendFields(
    _ label: String, _ fields: [(RINEXHeader.Field, [UInt8]?)], of header: RINEXHeader,
    to text: inout [UInt8]
  ) {
    text.appendHeaderLine(label) { line in
      for (field, told) in fields {
        let content = header[field].map { Array($0.utf8) } ?? told ?? []
        line.append(text: content, columns: field.columns)
      }
    }
  }

  private var antennaDescriptor: [UInt8] {
    let told = receiver?.antennaDescriptor.bytes ?? []
    return told.isEmpty ? antenna?.descriptor.bytes ?? [] : told
  }

  private var antennaSerialNumber: [UInt8] {
    let told = receiver?.antennaSerialNumber.bytes ?? []
    return told.isEmpty ? antenna?.serialNumber?.bytes ?? [] : told
  }

  /// Appends the marker's position and the antenna's offset.
  ///
  /// RTCM gives the antenna reference point, RINEX the marker. The two differ by the antenna's offset.
  private func appendPosition(_ header: RINEXHeader, to text: inout [UInt8]) {
    let offset = header.antennaOffset ?? RINEXHeader.AntennaOffset(height: antennaHeight)
    let below = position.map { position in
      ECEFPosition(
        GeodeticPosition(position.position)
          .moved(east: -offset.east, north: -offset.north, up: -offset.height))
    }
    let marker = header.position ?? below
    text.appendHeaderLine("APPROX POSITION XYZ") { line in
      for coordinate in [marker?.x, marker?.y, marker?.z] {
        line.append(decimal: coordinate ?? 0, decimals: 4, columns: 14)
      }
    }
    text.appendHeaderLine("ANTENNA: DELTA H/E/N") { line in
      for length in [offset.height, offset.east, offset.north] {
        line.append(decimal: length, decimals: 4, columns: 14)
      }
    }
  }
}
