/// Numbers and when they are due, the first due first: a binary heap.
struct DueQueue: Sendable {
  /// A number and its time.
  struct Item: Hashable, Sendable {
    var time: ContinuousClock.Instant
    var number: Int
  }

  /// Each item is due no later than its two children, at twice its index and one or two more.
  private var items: [Item] = []

  /// The item that is due first.
  var first: Item? { items.first }

  /// Puts an item in.
  mutating func insert(_ item: Item) {
    items.append(item)
    var index = items.count - 1
    while index > 0, items[index].time < items[(index - 1) / 2].time {
      items.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Takes the first item out.
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
