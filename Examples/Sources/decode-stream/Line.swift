import RTCMParser

/// What one frame says, on one line.
func line(for frame: borrowing FrameView) -> String {
  guard let type = frame.messageType else { return "a frame too short for a message type" }
  do {
    return "\(type) \(try details(of: frame.payload))"
  } catch {
    return "\(type) \(error)"
  }
}

private func details(of payload: Span<UInt8>) throws(RTCMDecodingError) -> String {
  switch try RTCMMessage(decoding: payload) {
  case .antennaReferencePoint(let station):
    return details(of: station.stationID, at: station.position)
  case .antennaReferencePointAndHeight(let station):
    return details(of: station.stationID, at: station.position)
      + ", antenna \(station.antennaHeight) m above the marker"
  case .msm(let observations): return details(of: observations)
  default: return "\(payload.count) bytes"
  }
}

private func details(of stationID: UInt16, at antenna: ECEFPosition) -> String {
  let place = GeodeticPosition(antenna)
  return "station \(stationID): latitude \(place.latitude), longitude \(place.longitude), "
    + "height \(place.height) m"
}

/// Whose observations, and each satellite's signals: `G05 1C 2W`.
private func details(of observations: MSMMessage) -> String {
  let constellation = observations.header.constellation
  var signals: [UInt8: [String]] = [:]
  for cell in observations.cells {
    signals[cell.satelliteID, default: []].append(
      cell.rinexCode?.description ?? "signal \(cell.signalID)")
  }
  let satellites = signals.sorted { $0.key < $1.key }.map { id, codes in
    let number = constellation.rinexNumber(ofSatelliteID: id)
    let name = "\(constellation.rinexLetter)\(number < 10 ? "0" : "")\(number)"
    return "\(name) \(codes.joined(separator: " "))"
  }
  return "station \(observations.header.stationID): \(satellites.count) satellites: "
    + satellites.joined(separator: ", ")
}
