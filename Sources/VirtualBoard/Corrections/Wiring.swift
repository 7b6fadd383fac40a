package import BoardSimulation
package import GNSSBasics
package import GNSSSimulation
package import NtripMemory
internal import NtripProtocol
public import RTCMStreams

/// The origin of a board's corrections, in memory.
public enum Corrections: Sendable {
  /// From nowhere.
  case none
  /// From a base station near Milan, made as board time goes on.
  case builtInBase
  /// From a capture that is repeated; its name is for errors.
  case capture(Capture, name: String)

  /// From a capture that is repeated, whose bytes are looked through here.
  public static func capture(_ bytes: [UInt8], name: String) -> Corrections {
    .capture(Capture(bytes), name: name)
  }
}

/// A stream of corrections for any number of boards, each of which reads it at its own board time.
package struct CorrectionSupply: Sendable {
  private let corrections: Corrections
  private let mountpoint: Mountpoint?

  /// Prepares the stream.
  ///
  /// - Parameters:
  ///   - corrections: Where it comes from.
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

  /// Joins a board to a caster of its own.
  ///
  /// - Throws: ``CaptureError`` or ``OriginError`` where the track cannot begin beside the base.
  package func wiring(of options: BoardOptions) throws -> Wiring {
    Wiring(
      try world(of: options), mountpoint, options.boardSeed, faults: options.casterFaults)
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

/// The world of a board, and its corrections, joined to a caster that others may read as well.
package struct Wiring {
  /// The world around the board.
  package let world: World
  /// The board's end.
  package let link: VirtualLink
  /// The caster; `nil` where there are no corrections.
  package let caster: SharedCaster?

  /// The name under which the caster offers its stream.
  package static let mountpointName = "BASE"

  /// Joins a board's client to a caster, before anybody else can, so that the stream begins with the
  /// board, whoever comes.
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

/// A track that cannot start beside the base.
public enum OriginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no corrections to tell where the base is.
  case withoutCorrections

  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .withoutCorrections:
      "--origin base needs corrections, and there are none; leave out --ntrip none, or use "
        + "--origin LAT,LON"
    }
  }
}
