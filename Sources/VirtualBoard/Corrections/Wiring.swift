package import BoardSimulation
package import GNSSBasics
package import GNSSSimulation
package import NtripMemory
internal import NtripProtocol
public import RTCMStreams

/// The source of a board's corrections, in memory.
public enum Corrections: Sendable {
  /// No corrections: the board has no caster.
  case none
  /// A base station near Milan, whose stream is made as board time goes on.
  case builtInBase
  /// A capture that is repeated; `name` is for errors.
  case capture(Capture, name: String)

  /// Returns a capture that is repeated, after scanning its bytes for frames.
  public static func capture(_ bytes: [UInt8], name: String) -> Corrections {
    .capture(Capture(bytes), name: name)
  }
}

/// A correction stream for any number of boards, each of which reads it at its own board time.
package struct CorrectionSupply: Sendable {
  private let corrections: Corrections
  private let mountpoint: Mountpoint?

  /// Prepares the stream.
  ///
  /// - Parameters:
  ///   - corrections: The source of the stream.
  ///   - bootDate: The date of the boards' time zero.
  /// - Throws: `BaseStationConfigurationError` for a date outside GPS time.
  package init(
    _ corrections: Corrections, from bootDate: UnixTime
  ) throws(BaseStationConfigurationError) {
    self.corrections = corrections
    switch corrections {
    case .none: mountpoint = nil
    case .builtInBase:
      let feed = try BuiltInBase.feed(from: bootDate).shared()
      mountpoint = Mountpoint(name: Wiring.mountpointName, live: feed)
    case .capture(let capture, _):
      mountpoint = Mountpoint(name: Wiring.mountpointName, capture: capture).mapFeed { $0.shared() }
    }
  }

  /// The base of the stream; `nil` without corrections, and for a capture that does not tell its base.
  package var base: BaseStation? {
    switch corrections {
    case .none: nil
    case .builtInBase: .builtIn
    case .capture(let capture, _):
      capture.station.map { BaseStation(id: $0.stationID, position: $0.position) }
    }
  }

  /// Joins a board to a caster of its own, and returns the board's world, link and caster.
  ///
  /// - Throws: ``CaptureError`` or ``OriginError`` where the track cannot begin beside the base.
  package func wiring(of options: BoardOptions) throws -> Wiring {
    let wiring = Wiring(
      try world(of: options), mountpoint, options.boardSeed, faults: options.casterFaults)
    if case .builtInBase = corrections, case .memory(let link) = wiring.link {
      link.isOwnBase = true
    }
    return wiring
  }

  private func world(of options: BoardOptions) throws -> World {
    switch corrections {
    case .none:
      guard options.origin != .base else { throw OriginError.withoutCorrections }
      return World(options, station: nil)
    case .builtInBase: return World(options, station: BuiltInBase.position)
    case .capture(let capture, let name):
      return try World(options, corrections: capture, name: name)
    }
  }
}

/// The world of a board, and its link to a caster that other clients may read as well.
package struct Wiring {
  /// The world around the board.
  package let world: World
  /// The board's end of the correction link.
  package let link: VirtualLink
  /// The caster; `nil` without corrections.
  package let caster: SharedCaster?

  /// The mountpoint of the caster's correction stream.
  package static let mountpointName = "BASE"

  /// Joins a board's client to a caster, before any other client.
  ///
  /// The stream therefore begins with the board, whichever clients come later.
  fileprivate init(
    _ world: World, _ mountpoint: Mountpoint?, _ seed: UInt64, faults: [CasterFault]
  ) {
    self.world = world
    guard let mountpoint else {
      (link, caster) = (.none, nil)
      return
    }
    let caster = SharedCaster(Caster([mountpoint] + RoverStreams.mountpoints), isDriven: true)
    if !faults.isEmpty { caster.setFaults(faults, seed: seed) }
    let link = MemoryLink(to: mountpoint.name, of: caster, seed: seed)
    link.connectAtOnce()
    self.caster = caster
    self.link = .memory(link)
  }
}

/// The error for a track that cannot begin beside the base.
public enum OriginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No corrections, so the base's position is unknown.
  case withoutCorrections

  /// The error and its remedy, in words.
  public var description: String {
    switch self {
    case .withoutCorrections:
      "--origin base needs corrections, and there are none; leave out --ntrip none, or use "
        + "--origin LAT,LON"
    }
  }
}
