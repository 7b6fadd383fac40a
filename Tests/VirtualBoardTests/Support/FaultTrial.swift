import BoardFirmware
import BoardSimulation
import Foundation
import GNSSBasics
import Mathematics

@testable import VirtualBoard

/// A trial of one fault of one part on a whole ideal board: the driver's error, and the recovery.
struct FaultTrial {
  let kind: BoardFault.Kind
  let part: String
  /// The first error in the status while the fault was on; `nil` for none.
  private(set) var error: String? = nil
  /// The time from the fault's end until the part worked again, seconds; `nil` when it took too long.
  private(set) var recovery: Double? = nil
  /// The number of samples with a wrong value, during the fault and after its end.
  private(set) var untrue = (during: 0, after: 0)
  /// The sample with the worst value, in words.
  private(set) var example: String? = nil

  static let start = 120.0

  /// Whether the fault has an effect only at set-up, and so is on from the beginning.
  private var isSeenAtStart: Bool { kind == .wrongID || kind == .crc && part == "bme280" }
  static let end = 130.0
  /// The time within which a part has to work again, seconds.
  static let patience = 10.0

  /// Runs the trial of a fault of a part.
  init(_ kind: BoardFault.Kind, of part: String) throws {
    self.kind = kind
    self.part = part
    var options = Self.options
    var fault = BoardFault(
      kind, of: part, from: .seconds(isSeenAtStart ? 0 : Self.start), to: .seconds(Self.end))
    if kind == .sdaLow { fault.parameters[.clocks] = 1000 }
    options.events = [BoardEvent(.fault(fault), at: .zero)]
    let board = try Board(on: Self.supply.get(), options: options)
    board.run(until: .seconds(Self.start))
    for tenth in 1...Int((Self.end - Self.start + Self.patience) * 10) {
      let time = Self.start + Double(tenth) / 10
      board.run(until: .seconds(time))
      look(at: board, time)
    }
  }

  private mutating func look(at board: Board, _ time: Double) {
    let status = board.snapshot.sensors.byName.first { $0.name == part }?.status
    let isWell = status?.state == .ok
    if time <= Self.end {
      error = error ?? status?.error
    } else if isWell {
      recovery = recovery ?? max(time - Self.end, 0)
    } else {
      recovery = nil
    }
    for quantity in Self.quantities(of: part) { check(quantity, on: board, time) }
  }

  private mutating func check(_ quantity: Quantity, on board: Board, _ time: Double) {
    guard let value = board.snapshot.measurement[quantity],
      value.time >= .seconds(Self.start), value.time > .seconds(time - 0.1)
    else { return }
    // A gas sensor runs in for twenty minutes, so its values are compared with those of a run without faults.
    let truth =
      part == "ccs811"
      ? Self.undisturbed[Self.Moment(quantity, time)] ?? value.value
      : Self.truth(quantity, board.simulation.world.state(at: value.time))
    guard abs(value.value - truth) > Self.tolerance(of: quantity, at: truth) else { return }
    if value.time <= .seconds(Self.end) { untrue.during += 1 } else { untrue.after += 1 }
    example = example ?? "\(quantity.name) \(value.value) for \(truth)"
  }

  static func quantities(of part: String) -> [Quantity] {
    switch part {
    case "bme280": [.temperature, .humidity, .pressure]
    case "ccs811": [.eco2, .tvocs]
    case "sps30": [.pm1, .pm25, .pm4, .pm10, .pm05Number]
    case "ublox": [.latitude, .longitude]
    default: [.light]
    }
  }

  private struct Moment: Hashable {
    var quantity: Quantity
    var tenth: Int

    init(_ quantity: Quantity, _ time: Double) {
      (self.quantity, tenth) = (quantity, Int((time * 10).rounded()))
    }
  }

  /// The gas values of a run without faults.
  private static let undisturbed: [Moment: Double] = {
    var values: [Moment: Double] = [:]
    guard let board = try? Board(on: supply.get(), options: options) else { return values }
    board.run(until: .seconds(start))
    for tenth in 1...Int((end - start + patience) * 10) {
      let time = start + Double(tenth) / 10
      board.run(until: .seconds(time))
      for quantity in quantities(of: "ccs811") {
        values[Moment(quantity, time)] = board.snapshot.measurement[quantity]?.value
      }
    }
    return values
  }()

  /// The built-in base's stream, shared by all boards so that its messages are made once.
  private static let supply = Result { try CorrectionSupply(.builtInBase, from: options.bootDate) }

  private static var options: BoardOptions {
    var options = BoardOptions()
    options.sky = .off
    options.scenario = .standing
    options.realism = .ideal
    options.sampleInterval = .seconds(1)
    return options
  }

  private static func truth(_ quantity: Quantity, _ state: WorldState) -> Double {
    switch quantity {
    case .latitude: state.position.latitude
    case .longitude: state.position.longitude
    default: WorldQuantity(rawValue: quantity.name)?.value(in: state) ?? .nan
    }
  }

  /// Returns one step of a quantity, plus its change within the time of a measurement.
  private static func tolerance(of quantity: Quantity, at truth: Double) -> Double {
    switch quantity {
    case .latitude, .longitude: 1e-7
    case .temperature: 0.05
    case .humidity: 0.3
    case .pressure: 5
    case .light: max(1, 0.01 * truth)
    default: max(2, 0.03 * truth)
    }
  }
}
