#if !hasFeature(Embedded)
  /// The JSON schemas of a port whose faults begin and end while the program runs.
  package enum FaultSchemas {
    /// Makes the schemas `FaultOrder`, `Faults` and `FaultKinds`.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of fault that the port knows.
    ///   - key: The key of the affected thing, such as `part`.
    ///   - time: The schema of a time.
    /// - Returns: The schemas with their names.
    package static func all(
      _ kinds: [FaultDescription], affecting key: String, time: String
    ) -> [(name: String, json: String)] {
      let members = members(of: kinds, affecting: key, time: time)
      return [
        (
          "FaultOrder",
          #"{"type":"object","required":["fault"],"properties":{\#(members),"for":\#(time)},"#
            + #""additionalProperties":false}"#
        ),
        (
          "Faults",
          #"{"type":"object","required":["faults"],"properties":{"faults":{"type":"array","items":{"#
            + #""type":"object","required":["id","fault","\#(key)","from","to","probability","active"],"#
            + #""properties":{"id":{"type":"integer","minimum":1},"active":{"type":"boolean"},"#
            + #"\#(members)}}}}}"#
        ),
        ("FaultKinds", listing(kinds)),
      ]
    }

    private static func members(
      of kinds: [FaultDescription], affecting key: String, time: String
    ) -> String {
      var (names, parameters) = (Set<String>(), [String]())
      for parameter in kinds.flatMap(\.parameters) where names.insert(parameter.name).inserted {
        parameters.append(
          #""\#(parameter.name)":{"type":"number","description":"\#(parameter.meaning)"}"#)
      }
      return
        #""fault":{"enum":[\#(list(kinds.map(\.name)))]},"\#(key)":{"type":["string","null"]},"#
        + #""from":\#(time),"to":{"anyOf":[\#(time),{"type":"null"}]},"#
        + #""probability":{"type":"number","minimum":0,"maximum":1},"#
        + parameters.joined(separator: ",")
    }

    private static func listing(_ kinds: [FaultDescription]) -> String {
      var places: [String] = []
      for kind in kinds where !places.contains(kind.place) { places.append(kind.place) }
      return
        #"{"type":"object","required":["kinds"],"properties":{"kinds":{"type":"array","items":{"#
        + #""type":"object","required":["fault","on","meaning","parts","parameters"],"properties":{"#
        + #""fault":{"enum":[\#(list(kinds.map(\.name)))]},"on":{"enum":[\#(list(places))]},"#
        + #""meaning":{"type":"string"},"parts":{"type":"array","items":{"type":"string"}},"#
        + #""parameters":{"type":"array","items":{"type":"object","#
        + #""required":["name","meaning","default","minimum","maximum"],"properties":{"#
        + #""name":{"type":"string"},"meaning":{"type":"string"},"#
        + #""default":{"type":["number","null"]},"minimum":{"type":"number"},"#
        + #""maximum":{"type":"number"}}}}}}}}}"#
    }

    private static func list(_ words: [String]) -> String {
      words.map { "\"\($0)\"" }.joined(separator: ",")
    }
  }
#endif
