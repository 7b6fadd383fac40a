import BoardClient
import Observation

/// What a screen shows of a board: the state behind a SwiftUI view, or any other.
///
/// ```swift
/// struct BoardScreen: View {
///   @State private var model = BoardScreenModel(BoardPoller(at: url))
///   var body: some View {
///     Text(model.measurement?.temperatureCelsius.map { "\($0) °C" } ?? "–")
///       .foregroundStyle(model.isStale ? .secondary : .primary)
///       .onAppear { model.start() }.onDisappear { model.stop() }
///   }
/// }
/// ```
@MainActor @Observable
public final class BoardScreenModel {
  /// The last measurement; it stays when the board goes away.
  public private(set) var measurement: BoardMeasurement?
  /// Why the last poll gave none; `nil` when it did.
  public private(set) var problem: String?
  /// Whether it is being polled.
  public var isPolling: Bool { polling != nil }

  private let poller: BoardPoller
  private let interval: Duration
  private var polling: Task<Void, Never>?

  /// Creates the model of a board that is not polled yet.
  public init(_ poller: BoardPoller, every interval: Duration = .seconds(1)) {
    self.poller = poller
    self.interval = interval
  }

  isolated deinit { polling?.cancel() }

  /// Whether what is shown is not what is: nobody is asking, the board has not answered, or it calls
  /// values old.
  public var isStale: Bool {
    guard let measurement else { return false }
    return !isPolling || problem != nil || !measurement.ages.isEmpty
  }

  /// Begins to poll; while it does, nothing.
  public func start() {
    guard polling == nil else { return }
    polling = Task { [weak self, measurements = poller.measurements(every: interval)] in
      for await result in measurements { self?.show(result) }
    }
  }

  /// Ends polling; what is shown stays.
  public func stop() {
    polling?.cancel()
    polling = nil
  }

  private func show(_ result: Result<BoardMeasurement, BoardError>) {
    switch result {
    case .success(let new): (measurement, problem) = (new, nil)
    case .failure(let error): problem = "\(error)"
    }
  }
}
