internal import BoardFirmware
internal import BoardSimulation

extension BoardCard {
  /// Returns the same card behind the contacts of a board's slot.
  ///
  /// The contacts refuse every access while the bus has no power, so that the firmware leaves nothing
  /// behind after a power cut. Card faults act in the contacts.
  func slotted(beside bus: SimulatedI2CBus) -> BoardCard {
    let contacts = CardContacts(bus: bus)
    return BoardCard(
      append: { line, file, header throws(CardError) in
        try contacts.prepare(writing: true)
        var card = self
        guard contacts.tears else {
          return try card.append(line, toFile: file, startingWith: header)
        }
        try card.append(
          line.extracting(..<(line.count / 2)), toFile: file, startingWith: header)
        throw .failed(
          "half of a block was written; copy the card, and replace it if that happens again")
      },
      end: { file, count throws(CardError) in
        try contacts.prepare(writing: false)
        var card = self
        return try card.end(ofFile: file, upTo: count)
      },
      finish: finish(behind: contacts))
  }

  private func finish(behind contacts: CardContacts) -> Finish? {
    guard let close else { return nil }
    return { () throws(CardError) in
      try contacts.prepare(writing: true)
      try close()
    }
  }
}

/// The contacts between a board and its card.
private final class CardContacts {
  private let bus: SimulatedI2CBus
  /// The numbers of the faults that have torn a block: each fault tears one block.
  private var spent: Set<Int> = []

  init(bus: SimulatedI2CBus) { self.bus = bus }

  /// Checks that the card is reachable, and passes the time that a slow card takes.
  ///
  /// - Throws: The card error of an active fault, or `absent` without power.
  func prepare(writing: Bool) throws(CardError) {
    guard bus.hasPower, bus.strike(.cardPulled) == nil else { throw .absent }
    if let slow = bus.strike(.cardSlow) {
      bus.clock.pause(for: .milliseconds(Int(slow.fault.value(.ms) ?? 0)))
    }
    guard writing else { return }
    if bus.strike(.cardWriteProtected) != nil { throw .writeProtected }
    if bus.strike(.cardFull) != nil { throw .full }
  }

  /// Whether a fault tears this write; each fault tears only one.
  var tears: Bool {
    bus.strike(.cardTorn, unless: spent).map { spent.insert($0.number).inserted } ?? false
  }
}

extension SimulatedI2CBus {
  fileprivate func strike(
    _ kind: BoardFault.Kind, unless spent: Set<Int> = []
  ) -> (number: Int, fault: BoardFault)? {
    strike(kind, on: "card", except: spent)
  }
}
