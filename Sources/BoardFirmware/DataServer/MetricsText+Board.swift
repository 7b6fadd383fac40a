package import TextOutput
import Mathematics

extension MetricsText {
  /// An empty metrics text, to which boards are added.
  package static var boards: MetricsText { MetricsText(prefix: "boardsim_") }

  /// Adds the metrics of a board.
  ///
  /// - Parameters:
  ///   - snapshot: The board's state.
  ///   - now: The board time of the answer.
  ///   - labels: The labels of all the board's metrics.
  package mutating func add(
    _ snapshot: BoardSnapshot, at now: Duration, labels: [Metric.Label] = []
  ) {
    let members = snapshot.status(at: now).members
    for member in members.prefix(1) { add(member, labels: labels) }
    add(snapshot.measurement, at: now, labels: labels)
    for member in members.dropFirst() { add(member, labels: labels) }
  }

  private mutating func add(_ measurement: Measurement, at now: Duration, labels: [Metric.Label]) {
    for quantity in Quantity.metrics + Quantity.masses {
      let value = DescribedValue.number(
        measurement[quantity]?.value, decimals: quantity.decimals)
      let (metric, help) = quantity.metric
      add(metric, help: help, value, labels: labels)
    }
    let (name, help) = ("value_age_seconds", "Age of the last value by field")
    add(.gauge(name), help: help)
    for quantity in Quantity.allCases {
      let age = measurement[quantity]?.age(at: now).inSeconds
      add(
        .gauge(name, label: Metric.Label("field", quantity.name)), help: help,
        .number(age, decimals: 3), labels: labels)
    }
  }
}

extension Quantity {
  fileprivate var metric: (metric: Metric, help: String) {
    switch row.metric {
    case .own(_, let name, let help): (.gauge(name), help)
    case .mass(let size):
      (
        .gauge(
          "particulate_micrograms_per_cubic_meter", label: Metric.Label("size", size)),
        "Particles by mass, up to a size in um; 0.5 is derived from the number"
      )
    }
  }
}
