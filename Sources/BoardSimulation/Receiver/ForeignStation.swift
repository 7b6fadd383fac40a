internal import GNSSBasics
internal import GNSSSimulation
internal import Positioning
internal import RTCMParser

/// A station of another sky than the receiver's own, whose sky the receiver has come under.
struct ForeignStation: Sendable {
  /// The time of the station's sky less that of the receiver, nanoseconds: whole seconds.
  private(set) var shift: Int64
  private var orbits = BroadcastOrbits()
  /// The position that the station tells, and the errors that it observes; `nil` before its first epoch there.
  private var told: ECEFPosition?
  private var errors: StationErrors?

  /// Creates a station from the orbits in its stream.
  init(_ orbits: StreamOrbits, shift: Int64, at time: GPSTime) {
    self.shift = shift
    take(orbits, at: time)
  }

  /// Takes the orbits in the stream.
  mutating func take(_ orbits: StreamOrbits, at time: GPSTime) {
    for message in orbits.messages.values.joined() { self.orbits.add(message, near: time) }
  }

  /// Learns the errors of the sky from epochs of the station.
  ///
  /// - Parameters:
  ///   - epochs: The epochs.
  ///   - position: The position that the station tells. Where its codes put it elsewhere, it is there.
  ///   - ranges: The ranges of the receiver's sky.
  mutating func learn(
    _ epochs: [ObservationEpoch], at position: ECEFPosition, ranges: StationErrors.Ranges
  ) {
    for epoch in epochs {
      if told != position || errors == nil {
        var survey = StationSurvey(of: position)
        survey.add(epoch, orbits: orbits)
        told = position
        errors = StationErrors(at: survey.position)
      }
      errors?.learn(epoch, ranges: ranges)
    }
  }

  /// Returns the error of the date that an epoch tells, nanoseconds, to be added to it; `nil` where its codes fit the
  /// orbits then, or at no other time.
  ///
  /// A recording that is played again and again, and re-dated each time, has orbits of another date than its
  /// observations.
  func dateError(of epoch: ObservationEpoch, ranges: StationErrors.Ranges) -> Int64? {
    errors?.dateError(of: epoch, ranges: ranges)
  }

  /// Begins anew at another shift of time.
  mutating func come(to shift: Int64) {
    (self.shift, told, errors) = (shift, nil, nil)
  }

  /// Adds the errors to a receiver's measurements.
  func add(to raw: inout RawEpoch, ranges: StationErrors.Ranges) {
    errors?.add(to: &raw.observations, ranges: ranges)
  }
}
