/// The intervals of a pass in which each orbit of a satellite is in force, and the toe shifts that keep
/// them in the next pass.
///
/// Receivers use the orbit whose toe is nearest; for Galileo, the orbit whose toe is the last one. After
/// the border of two passes, the orbits of the earlier pass are still known, so moving toe with the epochs
/// is not enough. With toe two hours ahead, as in GPS, the old orbit stays the nearest for whole passes.
///
/// Each orbit is therefore restated for times that lie symmetrically about the border to the next orbit.
/// toe has steps, so the symmetry is not exact: a border may be missed by a quarter of a step.
struct OrbitCells {
  /// An orbit and the interval in which it is in force, milliseconds from the beginning of the pass.
  private struct Cell {
    var index: Int
    var toe: Int
    var range: Range<Int>
  }

  private let cells: [Cell]
  private let passLength: Int
  private let model: OrbitModel
  private var step: Int { model.timeStep * 1000 }

  /// Finds the cells of one satellite's orbits in one pass.
  ///
  /// - Parameters:
  ///   - toes: The reference times of the orbits, milliseconds from the beginning of the pass.
  ///   - passLength: The length of the pass, milliseconds.
  ///   - model: The time steps and validity of the satellite's system.
  init(toes: [Int], passLength: Int, model: OrbitModel) {
    (self.passLength, self.model) = (passLength, model)
    let usable = toes.indices.filter {
      toes[$0] + model.validity > 0 && toes[$0] - model.validity < passLength
    }
    // Of two orbits with the same toe, receivers use the later one.
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

  /// Returns the shifts of toe that an orbit needs in addition to the shift of the epochs, seconds.
  ///
  /// - Parameters:
  ///   - index: The index of the orbit.
  ///   - isOddPass: Whether the number of the pass is odd.
  /// - Returns: One or more restatements; none for an orbit that is never in force.
  func restatements(of index: Int, isOddPass: Bool) -> [Int] {
    guard let place = cells.firstIndex(where: { $0.index == index }) else { return [] }
    let cell = cells[place]
    if model.isForwardOnly { return [earlier(cell.range.lowerBound - 1000, than: cell)] }
    if cells.count == 1 { return [middle(of: cell, isOddPass: isOddPass)] }
    let first = opening(of: cell)
    // The cell after the last one is the first cell of the next pass.
    let isLast = place + 1 == cells.count
    let next = isLast ? cells[0] : cells[place + 1]
    let other = next.toe + opening(of: next) * 1000 + (isLast ? passLength : 0)
    let last = nearest(2 * cell.range.upperBound - other, to: cell)
    return first == last ? [first] : [first, last]
  }

  /// Returns the restatement to the middle of the only cell: just before it in even passes, after it in odd
  /// passes.
  private func middle(of cell: Cell, isOddPass: Bool) -> Int {
    let middle = (cell.range.lowerBound + cell.range.upperBound) / 2
    let even = earlier(middle, than: cell)
    return isOddPass ? nearest(2 * middle - cell.toe - even * 1000, to: cell) : even
  }

  /// Returns the first restatement of one of several cells: half the shortest cell after the cell's start.
  private func opening(of cell: Cell) -> Int {
    let shortest = cells.reduce(passLength) { min($0, $1.range.count) }
    return earlier(cell.range.lowerBound + shortest / 2, than: cell)
  }

  /// Returns the restatement that moves toe to a time, or less than a step before it, seconds.
  private func earlier(_ time: Int, than cell: Cell) -> Int {
    let distance = time - cell.toe
    let steps = distance >= 0 ? distance / step : -((step - 1 - distance) / step)
    return steps * model.timeStep
  }

  /// Returns the restatement that moves toe nearest to a time, seconds.
  private func nearest(_ time: Int, to cell: Cell) -> Int { earlier(time + step / 2, than: cell) }
}
