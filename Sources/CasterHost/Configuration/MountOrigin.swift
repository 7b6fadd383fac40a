internal import GNSSBasics
internal import MQTTMessages
internal import NtripProtocol

/// An invalid origin of a mountpoint.
package struct MountOriginError: Error, Hashable, Sendable {
  /// The fault in words.
  package var problem: String
  /// The correct form.
  package var remedy: String
}

extension CasterConfiguration.Mount.Origin {
  /// Parses `FILE`, `ntrip://HOST/MOUNT`, `mqtt://HOST/TOPIC` or `synth:LAT,LON,HEIGHT`.
  ///
  /// - Throws: ``MountOriginError`` with the fault and the correct form.
  package init(_ text: String) throws(MountOriginError) {
    if text.hasPrefix("synth:") {
      self = .synthesised(try Self.place(text.dropFirst("synth:".count)))
    } else if ["mqtt://", "mqtts://"].contains(where: { text.hasPrefix($0) }) {
      self = .topic(try Self.topic(text), isOnDemand: false)
    } else if text.contains("://") {
      self = .relay(try Self.mountpoint(text), isOnDemand: false)
    } else {
      guard !text.isEmpty else {
        throw MountOriginError(problem: "there is no file", remedy: "name a capture")
      }
      self = .capture(path: text, CasterConfiguration.Mount.Playing())
    }
  }

  private static func mountpoint(_ text: String) throws(MountOriginError) -> NtripURL {
    var error = MountOriginError(
      problem: "what is relayed is no mountpoint of a caster",
      remedy: "write ntrip://HOST:PORT/MOUNTPOINT")
    do throws(NtripURLError) {
      let url = try NtripURL(text)
      if !url.mountpoint.isEmpty { return url }
    } catch .unknownScheme, .badHost {
      // The remedy tells the whole form.
    } catch let fault {
      error.problem = "\(fault)"
    }
    throw error
  }

  private static func topic(_ text: String) throws(MountOriginError) -> BrokerURL {
    do throws(BrokerURLError) {
      return try BrokerURL(text)
    } catch {
      throw MountOriginError(
        problem: "\(error)", remedy: "the root is the topic: mqtt://HOST:PORT/TOPIC")
    }
  }

  private static func place(
    _ text: Substring
  ) throws(MountOriginError) -> GeodeticPosition {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1],
      let height = numbers[2], (-90...90).contains(latitude), (-180...180).contains(longitude),
      (-1000...10_000).contains(height)
    else {
      throw MountOriginError(
        problem: "'synth:\(text.prefix(40))' is no place",
        remedy: "write synth:LATITUDE,LONGITUDE,HEIGHT in degrees and metres")
    }
    return GeodeticPosition(latitude: latitude, longitude: longitude, height: height)
  }
}
