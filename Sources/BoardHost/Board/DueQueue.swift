/// A priority queue of numbers by due time, earliest first: a binary heap.
struct DueQueue: Sendable {
  /// A number and its due time.
  struct Item: Hashable, Sendable {
    var time: ContinuousClock.Instant
    var number: Int
  }

  /// The heap: each item is due no later than its two children, at twice its index plus one and plus two.
  private var items: [Item] = []

  /// The item with the earliest due time.
  var first: Item? { items.first }

  /// Inserts an item.
  mutating func insert(_ item: Item) {
    items.append(item)
    var index = items.count - 1
    while index > 0, items[index].time < items[(index - 1) / 2].time {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the item with the earliest due time.
  mutating func removeFirst() {
    guard let last = items.popLast(), !items.isEmpty else { return }
    items[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < items.count {
        if items[child].time < items[least].time { least = child }
      }
      guard least != index else { return }
      items.swapAt(index, least)
      index = least
    }
  }
}
