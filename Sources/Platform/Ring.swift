/// The last elements of a sequence, up to a limit.
package struct Ring<Element: Sendable>: Sendable {
  /// The largest number of elements kept.
  package let limit: Int

  private var elements: [Element] = []
  /// The index of the oldest element; 0 until the ring is full.
  private var first = 0

  /// Creates an empty ring.
  package init(limit: Int) { self.limit = limit }

  /// The number of elements kept.
  package var count: Int { elements.count }

  /// The elements, oldest first.
  package var ordered: [Element] { Array(elements[first...] + elements[..<first]) }

  /// Appends an element; with a full ring, it replaces the oldest one.
  package mutating func append(_ element: Element) {
    guard elements.count == limit else { return elements.append(element) }
    elements[first] = element
    first = (first + 1) % limit
  }
}
