internal import GNSSBasics
public import RTCMStreams
import TextOutput

/// A writer of a stream's observations as CSV (RFC 4180, but with LF line ends).
///
/// Each signal of a satellite at an epoch has a line.
///
/// ```swift
/// var writer = ObservationCSVWriter(near: reference)
/// var text = ObservationCSVWriter.header
/// for message in stream { writer.append(message, to: &text) }
/// writer.finish(to: &text)
/// ```
/// Times are GPS time. Unknown values are empty.
public struct ObservationCSVWriter: Sendable {
  private var assembler: EpochAssembler
  /// The number of epochs written.
  public private(set) var epochs = 0
  private var record = OmissionRecord()

  /// Creates a writer at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - reference: A time within half a week of the first epoch; within half a day if the first epoch is one
  ///     of GLONASS without its day.
  ///   - glonassChannels: Frequency channels of GLONASS satellites by slot, for streams that may lack them.
  public init(near reference: GPSTime, glonassChannels: [UInt8: Int] = [:]) {
    assembler = EpochAssembler(near: reference, glonassChannels: glonassChannels)
  }

  /// The values left out of the lines, with reasons.
  public var omissions: [Omission] { record.all }

  /// The slots of GLONASS satellites whose channels in the stream differ from the given channels.
  public var contradictedChannels: [UInt8] { assembler.contradictedChannels }

  /// The header line: the names of the columns, with units.
  public static var header: [UInt8] {
    Array(
      ("time_gps,station,satellite,signal,pseudorange_m,phase_cycles,doppler_hz,cnr_dbhz,lock_s,"
        + "half_cycle,glonass_channel\n").utf8)
  }

  /// Reads the next message of the stream and appends the lines of the epoch that the message completes, if
  /// any.
  public mutating func append(_ message: RTCMMessage, to text: inout [UInt8]) {
    for epoch in assembler.epochs(endedBy: message) { append(epoch, to: &text) }
  }

  /// Ends the stream and appends its last epoch.
  public mutating func finish(to text: inout [UInt8]) {
    if let epoch = assembler.lastEpoch() { append(epoch, to: &text) }
  }

  /// Appends the lines of an epoch that came in no RTCM message.
  public mutating func append(_ epoch: ObservationEpoch, to text: inout [UInt8]) {
    epochs += 1
    var start: [UInt8] = []
    start.append(iso8601: CivilTime(epoch.time))
    start.append(UInt8(ascii: ","))
    start.append(integer: epoch.stationID)
    start.append(UInt8(ascii: ","))
    for observation in epoch.observations {
      note(observation, at: epoch.time)
      text += start
      append(observation, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
  }

  // MARK: -

  private mutating func note(_ observation: SignalObservation, at time: GPSTime) {
    if record.noteLoss(in: observation, at: time) { return }
    if observation.code == nil, let number = observation.signalID {
      record.note(.signalNumber(observation.constellation, number), .unnamedSignal, at: time)
    }
  }

  private func append(_ observation: SignalObservation, to text: inout [UInt8]) {
    text += observation.satellite.description.utf8
    text.append(UInt8(ascii: ","))
    text += (observation.code?.description ?? "").utf8
    let lock = observation.minimumLockTimeMilliseconds.map { Double($0) / 1000 }
    for (value, decimals) in [
      (observation.pseudorange, 4), (observation.phase, 4), (observation.doppler, 4),
      (observation.cnr, 4), (lock, 3),
    ] {
      text.append(UInt8(ascii: ","))
      if let value { text.append(decimal: value, decimals: decimals) }
    }
    text += observation.hasHalfCycleAmbiguity ? ",1,".utf8 : ",0,".utf8
    if let channel = observation.glonassFrequencyChannel { text.append(integer: channel) }
  }
}
