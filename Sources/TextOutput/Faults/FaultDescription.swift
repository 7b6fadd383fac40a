#if !hasFeature(Embedded)
  /// The description of a kind of fault, for a list of what can go wrong.
  package struct FaultDescription: Hashable, Sendable {
    /// A parameter of a kind.
    package struct Parameter: Hashable, Sendable {
      /// The key in texts.
      package var name: String
      /// The meaning, as a phrase for users.
      package var meaning: String
      /// The default; `nil` for a random value.
      package var standard: Double?
      /// The permitted values.
      package var range: ClosedRange<Double>

      /// Creates a parameter.
      package init(
        _ name: String, _ meaning: String, standard: Double?, range: ClosedRange<Double>
      ) {
        self.name = name
        self.meaning = meaning
        self.standard = standard
        self.range = range
      }
    }

    /// The name in texts.
    package var name: String
    /// The place of the fault, such as `bus` or `http`.
    package var place: String
    /// The meaning, as a phrase for users.
    package var meaning: String
    /// The parts of a board that can have the fault; empty for a fault of something else.
    package var parts: [String]
    /// The parameters.
    package var parameters: [Parameter]

    /// Creates a description.
    package init(
      _ name: String, on place: String, _ meaning: String, parts: [String] = [],
      _ parameters: [Parameter]
    ) {
      self.name = name
      self.place = place
      self.meaning = meaning
      self.parts = parts
      self.parameters = parameters
    }

    /// Writes the description as an object.
    ///
    /// - Parameters:
    ///   - json: The writer.
    ///   - more: Writes further members, which come before the parameters.
    package func write(
      to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }
    ) {
      json.object { json in
        json.member("fault", name)
        json.member("on", place)
        json.member("meaning", meaning)
        json.array("parts") { json in for part in parts { json.value(part) } }
        more(&json)
        json.array("parameters") { json in
          for parameter in parameters { parameter.write(to: &json) }
        }
      }
    }
  }

  extension FaultDescription.Parameter {
    fileprivate func write(to json: inout JSONWriter) {
      json.object { json in
        json.member("name", name)
        json.member("meaning", meaning)
        json.member("default", standard, decimals: 3)
        json.member("minimum", range.lowerBound, decimals: 3)
        json.member("maximum", range.upperBound, decimals: 3)
      }
    }
  }
#endif
