import GNSSBasics
import Mathematics
import TextOutput

/// The log on the card: one line for each sample, with counts of written and lost lines.
///
/// A card failure loses only the line of that sample; the next sample tries again.
struct CardLog<Card: CardWriter & ~Copyable>: ~Copyable {
  private(set) var status = CardStatus()
  var card: Card

  init(card: consuming Card) {
    self.card = card
  }

  /// Appends the line of a sample to the file of its day, and updates the card's status.
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
      // A slot that has been empty since boot loses nothing; a card removed later does.
      status.lostLines += error == .absent && status.file == nil ? 0 : 1
    }
  }

  /// The first line of a file: the names of the columns.
  static var header: [UInt8] { Column.header }

  /// Returns the line of a sample.
  static func line(of snapshot: borrowing BoardSnapshot, at now: Duration) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(160)
    text.append(decimal: now.inSeconds, decimals: 3)
    for column in Column.all {
      text += ",".utf8
      column.append(snapshot, at: now, to: &text)
    }
    text += "\n".utf8
    return text
  }
}

/// A column of the card's files, after the column of board time.
private enum Column {
  case quantity(Quantity)
  case fix
  case correctionAge

  /// The columns in order: the quantities' by their table, and the two of the log itself.
  static let all: [Column] = {
    var places: [(place: Int, column: Column)] = [(15, .fix), (16, .correctionAge)]
    for quantity in Quantity.allCases {
      if let place = quantity.row.column { places.append((place, .quantity(quantity))) }
    }
    places.sort { $0.place < $1.place }
    return places.map { $0.column }
  }()

  /// The header line: board time and the names of all columns.
  static let header: [UInt8] = {
    var text = Array("board_time".utf8)
    for column in all {
      text += ",".utf8
      text += column.name.utf8
    }
    text += "\n".utf8
    return text
  }()

  var name: String {
    switch self {
    case .quantity(let quantity): quantity.name
    case .fix: "fix"
    case .correctionAge: "correction_age"
    }
  }

  func append(_ snapshot: borrowing BoardSnapshot, at now: Duration, to text: inout [UInt8]) {
    switch self {
    case .quantity(let quantity):
      guard let value = snapshot.measurement[quantity] else { return }
      text.append(decimal: value.value, decimals: quantity.decimals)
    case .fix: text += snapshot.gnss.fix.name.utf8
    case .correctionAge:
      guard let age = snapshot.gnss.correctionAge(at: now) else { return }
      text.append(decimal: age.inSeconds, decimals: 3)
    }
  }
}
