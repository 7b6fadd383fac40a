internal import GNSSBasics
internal import RTCMParser

/// An epoch of a file, with the antenna's position at that time.
struct PlacedEpoch {
  let epoch: ObservationEpoch
  /// The position of the antenna of the epoch's station; `nil` where the file tells none.
  let position: ECEFPosition?
}

/// The epochs of a file, one after the other.
struct EpochReader: ~Copyable {
  private var input: InputStream
  private var decoder: ObservationDecoder
  private var places: StationPlaces
  private var epochs: [PlacedEpoch] = []
  private var next = 0
  private var hasEnded = false
  /// The number of epochs passed on.
  private(set) var count = 0

  /// Opens a file again.
  init(_ file: ObservationFile, glonassChannels: [UInt8: Int]) throws {
    input = try InputStream(file.path)
    decoder = ObservationDecoder(file.form, near: file.date, glonassChannels: glonassChannels)
    places = file.places.rewound
  }

  /// Returns the next epoch; `nil` at the end.
  mutating func read() throws -> PlacedEpoch? {
    while next == epochs.count {
      if hasEnded { return nil }
      epochs.removeAll(keepingCapacity: true)
      next = 0
      var (found, decoder, places) = (epochs, decoder, places)
      let goesOn = try input.read { bytes in
        decoder.consume(bytes) { Self.take($0, &places, into: &found) }
      }
      if !goesOn {
        decoder.finish { Self.take($0, &places, into: &found) }
        hasEnded = true
      }
      (epochs, self.decoder, self.places) = (found, decoder, places)
    }
    defer { next += 1 }
    count += 1
    return epochs[next]
  }

  private static func take(
    _ event: ObservationDecoder.Event, _ places: inout StationPlaces,
    into epochs: inout [PlacedEpoch]
  ) {
    switch event {
    case .epoch(let epoch):
      epochs.append(PlacedEpoch(epoch: epoch, position: places[epoch.stationID]))
    case .position(let position, let station):
      places.take(position, of: station, after: epochs.last?.epoch.time)
    case .message, .header: break
    }
  }
}
