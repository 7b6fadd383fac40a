/// The times in a pass at which each of a satellite's orbits is in force, and the times told for them so that
/// they are again in the next pass.
///
/// Receivers take the orbit whose toe is nearest; Galileo's, whose toe is the last one. Behind a border of
/// passes the orbits of the pass before are still known, so that moving toe with the epochs would not do:
/// with toe two hours ahead, as GPS has it, the old orbit stays the nearest for passes. So each orbit is
/// told for times on both sides of which, equally far away, is where another comes into force. These are
/// never quite equal, as toe has its steps; a border may be missed by a quarter of one.
struct OrbitCells {
  /// An orbit, and the time it is in force; milliseconds from the beginning of the pass.
  private struct Cell {
    var index: Int
    var toe: Int
    var range: Range<Int>
  }

  private let cells: [Cell]
  private let passLength: Int
  private let model: OrbitModel
  private var step: Int { model.timeStep * 1000 }

  /// Looks at the orbits of one satellite in one pass.
  ///
  /// - Parameters:
  ///   - toes: Their reference times, milliseconds from the beginning of the pass.
  ///   - passLength: Milliseconds.
  ///   - model: How the satellite's system tells times.
  init(toes: [Int], passLength: Int, model: OrbitModel) {
    (self.passLength, self.model) = (passLength, model)
    let usable = toes.indices.filter {
      toes[$0] + model.validity > 0 && toes[$0] - model.validity < passLength
    }
    // Of two with the same toe, receivers take the later one.
    let latest = usable.filter { index in
      !usable.contains { $0 > index && toes[$0] == toes[index] }
    }
    let sorted = latest.sorted { toes[$0] < toes[$1] }
    var cells: [Cell] = []
    for (place, index) in sorted.enumerated() {
      let toe = toes[index]
      let before = place > 0 ? toes[sorted[place - 1]] : nil
      let after = place + 1 < sorted.count ? toes[sorted[place + 1]] : nil
      let start = before.map { model.isForwardOnly ? toe : ($0 + toe) / 2 } ?? 0
      let end = after.map { model.isForwardOnly ? $0 : (toe + $0) / 2 } ?? passLength
      let first = max(start, toe - model.validity, 0)
      let last = min(end, toe + model.validity, passLength)
      guard last - first >= 2000 * model.timeStep else { continue }
      cells.append(Cell(index: index, toe: toe, range: first..<last))
    }
    self.cells = cells
  }

  /// By how many seconds toe of an orbit is to be moved beside the epochs.
  ///
  /// - Parameters:
  ///   - index: Which of the orbits.
  ///   - isOddPass: Whether the number of the pass is odd.
  /// - Returns: One or more restatements; none for an orbit that is never in force.
  func restatements(of index: Int, isOddPass: Bool) -> [Int] {
    guard let place = cells.firstIndex(where: { $0.index == index }) else { return [] }
    let cell = cells[place]
    if model.isForwardOnly { return [earlier(cell.range.lowerBound - 1000, than: cell)] }
    if cells.count == 1 { return [middle(of: cell, isOddPass: isOddPass)] }
    let first = opening(of: cell)
    // Behind the last cell comes the first one of the next pass.
    let isLast = place + 1 == cells.count
    let next = isLast ? cells[0] : cells[place + 1]
    let other = next.toe + opening(of: next) * 1000 + (isLast ? passLength : 0)
    let last = nearest(2 * cell.range.upperBound - other, to: cell)
    return first == last ? [first] : [first, last]
  }

  /// The middle of the only cell, in every other pass on the other side of it.
  private func middle(of cell: Cell, isOddPass: Bool) -> Int {
    let middle = (cell.range.lowerBound + cell.range.upperBound) / 2
    let even = earlier(middle, than: cell)
    return isOddPass ? nearest(2 * middle - cell.toe - even * 1000, to: cell) : even
  }

  /// The first restatement of one of several cells: so far behind its start as fits into the shortest.
  private func opening(of cell: Cell) -> Int {
    let shortest = cells.reduce(passLength) { min($0, $1.range.count) }
    return earlier(cell.range.lowerBound + shortest / 2, than: cell)
  }

  /// The restatement to a time, or less than a step before it, seconds.
  private func earlier(_ time: Int, than cell: Cell) -> Int {
    let distance = time - cell.toe
    let steps = distance >= 0 ? distance / step : -((step - 1 - distance) / step)
    return steps * model.timeStep
  }

  /// The restatement nearest to a time, seconds.
  private func nearest(_ time: Int, to cell: Cell) -> Int { earlier(time + step / 2, than: cell) }
}
