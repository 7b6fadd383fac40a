public import VirtualBoard

extension Scenario {
  /// Reads a scenario from its text.
  ///
  /// ```swift
  /// let scenario = try Scenario(yaml: Array(text.utf8), file: "kitchen.yaml")
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: The text, YAML in UTF-8.
  ///   - file: Its name, for errors.
  ///   - read: Gives the bytes of a file that the scenario names, by the path as it is written there; a
  ///     scenario from anywhere else than a file can name none.
  /// - Throws: `ScenarioError` with the place of what is wrong.
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
