internal import BoardFirmware
internal import GNSSBasics
internal import Mathematics
internal import TextOutput

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a board's clock: its pace, and whether it is paused.
struct ClockState: Hashable, Sendable {
  var pace: Pace
  var isPaused = false
}

/// An order to a board's clock: another pace, a pause, or the end of a pause.
struct ClockOrder: Hashable, Sendable {
  var pace: Pace?
  var isPaused: Bool?

  /// Reads the JSON of an order: `speed`, `paused` or both; `nil` for anything else.
  init?(json: [UInt8]) {
    guard let order = try? JSONDecoder().decode(Fields.self, from: Data(json)) else { return nil }
    if let speed = order.speed {
      guard let pace = speed.pace else { return nil }
      self.pace = pace
    }
    isPaused = order.paused
    guard order.isKnown, pace != nil || isPaused != nil else { return nil }
  }

  /// The members of the body.
  private struct Fields: Decodable {
    var speed: Speed?
    var paused: Bool?
    /// Whether no other members are there.
    var isKnown = true

    enum CodingKeys: String, CodingKey, CaseIterable { case speed, paused }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      speed = try members.decodeIfPresent(Speed.self, forKey: .speed)
      paused = try members.decodeIfPresent(Bool.self, forKey: .paused)
      let every = try decoder.singleValueContainer().decode([String: AnyMember].self)
      isKnown = every.keys.allSatisfy { CodingKeys(rawValue: $0) != nil }
    }
  }

  private struct AnyMember: Decodable { init(from decoder: any Decoder) throws {} }

  /// A speed: a number, or a word.
  private struct Speed: Decodable {
    var pace: Pace?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let factor = try? value.decode(Double.self) {
        // A speed that is not a number is a word.
        pace = Pace(factor: factor)
      } else {
        let word = try value.decode(String.self)
        pace = Double(word) == nil ? Pace(word) : nil
      }
    }
  }

  /// The error of a body that is not an order.
  static let error =
    #"the body must be {"speed": n}, n above 0 and at most 1000000, "max" or "manual", or {"paused": true|false}"#
}

extension JSONWriter {
  /// Writes the state of a clock as members: date, speed and pause.
  mutating func members(of clock: ClockState, bootDate: UnixTime, at now: Duration) {
    member("time_utc", CivilTime(bootDate.advanced(by: now)).iso8601)
    switch clock.pace {
    case .times(let factor): member("speed", exactly: factor)
    case .unlimited: member("speed", "max")
    case .manual: member("speed", "manual")
    case .perRequest: member("speed", "per-request")
    }
    member("paused", clock.isPaused)
  }
}
