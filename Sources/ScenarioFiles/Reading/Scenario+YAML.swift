public import VirtualBoard

extension Scenario {
  /// Creates a scenario from its text.
  ///
  /// ```swift
  /// let scenario = try Scenario(yaml: Array(text.utf8), file: "kitchen.yaml")
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: The text, YAML in UTF-8.
  ///   - file: The file name for errors.
  ///   - read: A closure that returns the bytes of a file that the scenario names, by the path in the
  ///     scenario. A scenario that comes from no file cannot name files.
  /// - Throws: `ScenarioError` with the place of the fault.
  public init(
    yaml bytes: [UInt8], file: String,
    reading read: ((_ path: String) -> Result<[UInt8], ScenarioError>)? = nil
  ) throws(ScenarioError) {
    do throws(ScenarioError) {
      let root = try YAMLText.node(bytes)
      var reader = ScenarioReader(
        ScenarioReader.Sources(
          bytes: read ?? { _ in
            .failure(ScenarioError("this scenario is in no folder", "name no other file in it"))
          },
          nodes: { bytes, file in
            Result { () throws(ScenarioError) in try YAMLText.node(bytes) }
              .mapError { $0.of(file) }
          }))
      self = try reader.scenario(root, file: file)
    } catch {
      throw error.of(file)
    }
  }
}
