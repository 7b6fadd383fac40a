internal import BoardSimulation

/// The output of a receiver, from a file.
enum ReceiverLogInput {
  /// Reads a log whole.
  ///
  /// - Throws: ``Failure`` that names the file, what is wrong with it and what to do; or as
  ///   ``CaptureInput/read(_:)``.
  static func read(_ path: String) throws -> ReceiverLog {
    let bytes = try CaptureInput.read(path)
    do throws(ReceiverLogError) {
      return try ReceiverLog(bytes)
    } catch {
      throw Failure(message: "receiver log '\(path)' \(error)")
    }
  }
}
