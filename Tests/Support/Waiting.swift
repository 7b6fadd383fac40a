/// Rests for some milliseconds, in a loop that waits for what another thread or process does.
///
/// A loop that only yields would take the processor from those that it waits for.
///
/// - Throws: `CancellationError` when the test's time is over.
public func rest() async throws { try await Task.sleep(for: .milliseconds(3)) }
