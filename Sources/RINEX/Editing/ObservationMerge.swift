public import RTCMParser

/// A merge of the epochs of several observation files of one station, in order of time and without doubles.
///
/// ```swift
/// var merge = ObservationMerge(sourceCount: 2)
/// while let source = merge.awaitedSource {
///   // Read a piece of that file, and add its epochs; or finish it.
///   while let epoch = merge.next() { write(epoch) }
/// }
/// ```
/// Epochs of one time become one epoch. Of two observations of a signal the first source's is taken. An epoch
/// that is not later than the one before it in its source is left out and counted.
public struct ObservationMerge: Sendable {
  private struct Source {
    var epochs: [ObservationEpoch] = []
    var last: GPSTime?
    var hasEnded = false
  }

  private var sources: [Source]
  /// The number of epochs that are in no order, and were left out.
  public private(set) var disorders = 0
  /// The number of observations that an earlier source has as well.
  public private(set) var doubles = 0

  /// The greatest difference of times that are one epoch's, nanoseconds.
  package static let tolerance: Int64 = 1_000

  /// Creates a merge before the first epoch of each source.
  public init(sourceCount: Int) { sources = [Source](repeating: Source(), count: sourceCount) }

  /// The index of the first source without a waiting epoch, on which ``next()`` waits; `nil` when all that
  /// have none have ended.
  public var awaitedSource: Int? { sources.firstIndex { $0.epochs.isEmpty && !$0.hasEnded } }

  /// Adds the next epoch of a source.
  public mutating func add(_ epoch: ObservationEpoch, from source: Int) {
    if let last = sources[source].last, epoch.time.nanoseconds <= last.nanoseconds {
      disorders += 1
      return
    }
    sources[source].last = epoch.time
    sources[source].epochs.append(epoch)
  }

  /// Ends a source.
  public mutating func finish(source: Int) { sources[source].hasEnded = true }

  /// Removes and returns the earliest epoch; `nil` while a source is awaited, and at the end.
  public mutating func next() -> ObservationEpoch? {
    guard awaitedSource == nil else { return nil }
    let times = sources.compactMap { $0.epochs.first?.time.nanoseconds }
    guard let earliest = times.min() else { return nil }
    var merged: ObservationEpoch?
    for index in sources.indices {
      guard let epoch = sources[index].epochs.first,
        epoch.time.nanoseconds - earliest <= Self.tolerance
      else { continue }
      sources[index].epochs.removeFirst()
      guard var whole = merged else {
        merged = epoch
        continue
      }
      doubles += whole.add(epoch.observations)
      whole.isComplete = whole.isComplete && epoch.isComplete
      merged = whole
    }
    return merged
  }
}

extension ObservationEpoch {
  /// Adds the observations of signals that the epoch lacks; returns the number of the others.
  package mutating func add(_ more: [SignalObservation]) -> Int {
    struct Signal: Hashable {
      let satellite: SatelliteID
      let code: RINEXSignalCode?
    }
    var known = Set(observations.map { Signal(satellite: $0.satellite, code: $0.code) })
    var doubles = 0
    for observation in more {
      let signal = Signal(satellite: observation.satellite, code: observation.code)
      if known.insert(signal).inserted {
        observations.append(observation)
      } else {
        doubles += 1
      }
    }
    return doubles
  }
}
