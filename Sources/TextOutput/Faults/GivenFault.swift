#if !hasFeature(Embedded)
  /// A fault that was given to a running program, as its port lists it; times are seconds of that program's clock.
  package struct GivenFault: Hashable, Sendable {
    /// The fault's number, from 1 on.
    package var number: Int
    /// The name of the kind.
    package var name: String
    /// The name of the affected thing; `nil` for all.
    package var affected: String?
    /// The time at which the fault begins.
    package var start: Double
    /// The time at which the fault ends; `nil` for no end.
    package var end: Double?
    /// The probability that the fault strikes at each occasion, `0...1`.
    package var probability: Double
    /// Whether the fault is active now.
    package var isActive: Bool

    /// Creates the list's entry of a fault.
    package init(
      _ number: Int, _ name: String, of affected: String?, from start: Double, to end: Double?,
      probability: Double, isActive: Bool
    ) {
      self.number = number
      self.name = name
      self.affected = affected
      self.start = start
      self.end = end
      self.probability = probability
      self.isActive = isActive
    }

    /// Writes the fault as an object.
    ///
    /// - Parameters:
    ///   - json: The writer.
    ///   - key: The key of the affected thing, such as `part`.
    ///   - parameters: The names and values of the kind's parameters.
    package func write(
      to json: inout JSONWriter, affecting key: String,
      _ parameters: [(name: String, value: Double?)]
    ) {
      json.object { json in
        json.member("id", number)
        json.member("fault", name)
        json.member(key, affected)
        json.member("from", start, decimals: 3)
        json.member("to", end, decimals: 3)
        json.member("probability", probability, decimals: 6)
        for parameter in parameters { json.member(parameter.name, parameter.value, decimals: 6) }
        json.member("active", isActive)
      }
    }
  }
#endif
