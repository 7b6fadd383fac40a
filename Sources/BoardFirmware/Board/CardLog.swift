import GNSSBasics
import Mathematics
import TextOutput

/// Writes a line a sample to the card, and keeps account of it.
///
/// A card that fails costs its lines and nothing else: the next sample tries again.
struct CardLog<Card: CardWriter & ~Copyable>: ~Copyable {
  private(set) var status = CardStatus()
  private var card: Card

  init(card: consuming Card) {
    self.card = card
  }

  /// Writes the line of a sample.
  mutating func append(_ snapshot: borrowing BoardSnapshot, at now: Duration) {
    let date = CivilTime(snapshot.bootDate.advanced(by: now))
    let file = date.cardFileName
    do throws(CardError) {
      let line = Self.line(of: snapshot, at: now)
      try card.append(line.span, toFile: file, startingWith: Self.header.span)
      status.state = .ok
      status.file = file
      status.lines += 1
      status.error = nil
    } catch {
      status.state = error == .absent ? .absent : .failed
      status.error = error == .absent ? nil : error.description
      // A slot that was empty from the beginning loses nothing; a card that was pulled does.
      status.lostLines += error == .absent && status.file == nil ? 0 : 1
    }
  }

  /// The first line of a file: the columns' names.
  static var header: [UInt8] {
    var text = Array("board_time".utf8)
    for quantity in MeasurementText.fields {
      text += ",".utf8
      text += quantity.name.utf8
    }
    text += ",light,fix,correction_age\n".utf8
    return text
  }

  /// The line of a sample: board time, the thirteen fields, light, fix and age of the corrections.
  static func line(of snapshot: borrowing BoardSnapshot, at now: Duration) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(160)
    text.append(decimal: now.inSeconds, decimals: 3)
    for quantity in MeasurementText.fields + [.light] {
      text += ",".utf8
      guard let value = snapshot.measurement.value(of: quantity) else { continue }
      text.append(decimal: value.value, decimals: quantity.decimals)
    }
    text += ",".utf8
    text += snapshot.gnss.fix.name.utf8
    text += ",".utf8
    if let age = snapshot.gnss.correctionAge(at: now) {
      text.append(decimal: age.inSeconds, decimals: 3)
    }
    text += "\n".utf8
    return text
  }
}
