import RTCMStreams
import TextOutput

extension RINEXSurvey {
  /// Appends the header of the observation file.
  func appendHeader(to text: inout [UInt8]) {
    text.appendVersionLine(version, type: "OBSERVATION DATA", system: "M: MIXED")
    header.appendProgramLines(to: &text)
    appendStation(stationID, to: &text)
    appendTypes(to: &text)
    appendTimes(to: &text)
    if version.generation == 3 {
      // Version 4 requires aligned phases and has no such lines.
      for (constellation, types) in typesBySystem {
        types.appendPhaseShifts(of: constellation, to: &text)
      }
    }
    if version != .v2_11, !types[Int(Constellation.glonass.rawValue)].isEmpty {
      appendGLONASS(to: &text)
    }
    text.appendHeaderLine("LEAP SECONDS") { line in
      let time = span?.lowerBound ?? reference
      line.append(integer: leapSeconds ?? time.leapSeconds, columns: 6)
    }
    text.appendHeaderLine("END OF HEADER")
  }

  /// Appends the header lines of a station.
  func appendStation(_ stationID: UInt16, to text: inout [UInt8]) {
    var name: [UInt8] = []
    name.append(integer: stationID, width: 4)
    (stations[stationID] ?? RINEXStation()).appendHeaderLines(
      header, name: String(decoding: name, as: UTF8.self), version: version, to: &text)
  }

  private func appendTypes(to text: inout [UInt8]) {
    if version == .v2_11 {
      text.appendHeaderLine("WAVELENGTH FACT L1/2") { line in
        for _ in 1...2 { line.append(integer: 1, columns: 6) }  // whole cycles
      }
      BandTypes(of: types).appendHeaderLines(to: &text)
      return
    }
    for (constellation, types) in typesBySystem {
      types.appendHeaderLines(of: constellation, to: &text)
    }
    text.appendHeaderLine("SIGNAL STRENGTH UNIT") { $0 += "DBHZ".utf8 }
  }

  private var typesBySystem: [(Constellation, ObservationTypes)] {
    Constellation.allCases.map { ($0, types[Int($0.rawValue)]) }.filter { !$0.1.isEmpty }
  }

  private func appendTimes(to text: inout [UInt8]) {
    if let interval = intervals.mostCommon {
      text.appendHeaderLine("INTERVAL") {
        $0.append(decimal: Double(interval) / 1000, decimals: 3, columns: 10)
      }
    }
    guard let span else { return }
    for (label, time) in [
      ("TIME OF FIRST OBS", span.lowerBound), ("TIME OF LAST OBS", span.upperBound),
    ] {
      text.appendHeaderLine(label) { line in
        CivilTime(time).appendForHeader(to: &line)
        line.appendBlanks(5)
        line += "GPS".utf8
      }
    }
  }

  private func appendGLONASS(to text: inout [UInt8]) {
    let channels = glonassChannels.sorted { $0.key < $1.key }
    var rest = channels[...]
    repeat {
      text.appendHeaderLine("GLONASS SLOT / FRQ #") { line in
        if rest.count == channels.count {
          line.append(integer: channels.count, columns: 3)
        } else {
          line.appendBlanks(3)
        }
        for (slot, channel) in rest.prefix(8) {
          line.appendBlanks(1)
          line.append(satellite: slot, of: .glonass)
          line.append(integer: channel, columns: 3)
        }
      }
      rest = rest.dropFirst(8)
    } while !rest.isEmpty
    text.appendHeaderLine("GLONASS COD/PHS/BIS") { appendBiases(to: &$0) }
  }

  /// Appends the code-phase biases; blank columns stand for unknown biases.
  private func appendBiases(to line: inout [UInt8]) {
    for (type, bias) in [
      (" C1C", biases?.l1CA), (" C1P", biases?.l1P), (" C2C", biases?.l2CA), (" C2P", biases?.l2P),
    ] {
      guard let bias else { continue }
      line += type.utf8
      line.append(decimal: bias, decimals: 3, columns: 9)
    }
  }
}
