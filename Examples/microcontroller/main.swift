// Finds and reads the RTCM 3 messages of a stream, and prints them, without heap.

import RTCMParser

/// What start.c calls once memory is set up.
@_cdecl("program")
public func program() {
  UART.start()
  var scanner = FrameScanner()
  var report = Report()
  while true {
    let received = serial_receive()
    guard let start = received.start else { break }
    // Sound: the bytes stand in flash.
    let bytes = unsafe Span(_unsafeStart: start, count: received.count)
    scanner.consume(bytes) { frame in report.take(frame) }
  }
  scanner.finish { frame in report.take(frame) }
  report.show(scanner.counts)
}

/// Prints the first frame of each kind, and counts them all.
struct Report {
  private var stations = 0
  private var observations = 0
  private var cells = 0
  private var others = 0
  private var failures = 0

  mutating func take(_ frame: borrowing FrameView) {
    do throws(RTCMDecodingError) {
      switch frame.messageType {
      case 1005, 1006: take(try StationPosition(decoding: frame.payload))
      case 1077: take(try MSMView(decoding: frame.payload))
      default: others += 1
      }
    } catch {
      failures += 1
    }
  }

  private mutating func take(_ station: StationPosition) {
    stations += 1
    guard stations <= 2 else { return }
    let (x, y, z) = (station.position.x, station.position.y, station.position.z)
    write("station \(Int(station.stationID)) at \(x, decimals: 4) \(y, decimals: 4)")
    write(" \(z, decimals: 4) m\n")
  }

  private mutating func take(_ message: borrowing MSMView) {
    observations += 1
    let isFirst = observations == 1
    if isFirst {
      write("observations of station \(Int(message.header.stationID))")
      write(" at \(Int(message.header.epoch.milliseconds)) ms of the week\n")
    }
    message.forEachCell { cell in
      cells += 1
      if isFirst { show(cell) }
    }
  }

  private func show(_ cell: MSMCell) {
    write("  satellite \(Int(cell.satelliteID)) signal \(Int(cell.signalID)):")
    write(" \(cell.pseudorange, decimals: 3) m \(cell.phaserange, decimals: 4) m")
    write(" \(cell.phaserangeRate, decimals: 4) m/s \(cell.cnr, decimals: 1) dB-Hz\n")
  }

  func show(_ counts: ScanCounts) {
    write("\(stations) stations, \(observations) observations of \(cells) cells,")
    write(" \(others) other frames, \(failures) that do not decode\n")
    write("\(counts.bytes) bytes: \(counts.frameBytes) in \(counts.frames) frames,")
    write(" \(counts.noPreamble) outside, \(counts.reservedBits) with reserved bits,")
    write(" \(counts.badCRC) with a bad CRC, ")
    write("\(counts.truncatedAtEnd + counts.tooShortAtEnd) cut off\n")
  }
}
