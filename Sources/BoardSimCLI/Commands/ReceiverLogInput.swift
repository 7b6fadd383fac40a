internal import BoardSimulation

/// The output of a receiver, read from a file.
enum ReceiverLogInput {
  /// Reads a whole log.
  ///
  /// - Throws: ``Failure`` with the file, the fault and the remedy, or the errors of
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
