/// A place for a value that is made after its owner, such as a function that calls back.
///
/// A function in here stays as it is, whereas one that is the value of a ``Lock`` is wrapped once more at each use.
package final class LateValue<Value: Sendable>: Sendable {
  private let content = Lock<Value?>(nil)

  /// Creates an empty place.
  package init() {}

  /// The value; `nil` before it is made.
  package var value: Value? { content.withLock { $0 } }

  /// Puts the value in.
  package func fill(_ value: Value) { content.withLock { $0 = value } }
}
