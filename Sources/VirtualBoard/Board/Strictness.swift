internal import BoardFirmware
internal import BoardSimulation

/// The faults of a board's drivers that silicon punishes.
final class Strictness {
  /// In the order in which they were first done; the same with the same part is one.
  private(set) var findings: [DriverFinding] = []
  /// The one that was done last, now or again.
  private(set) var latest: DriverFinding?
  /// The number of faults, repeated ones included.
  private(set) var count = 0
  /// Told of each finding when it is new.
  var whenFound: (DriverFinding) -> Void = { _ in }
  private static let mostFindings = 1000

  /// Listens to the parts on a bus.
  init(watching bus: SimulatedI2CBus) {
    bus.onMisuse = { [weak self, unowned bus] finding in
      self?.add(
        DriverFinding(
          time: finding.time, transfer: finding.transfer, part: bus.name(of: finding.address),
          what: finding.misuse.what, remedy: finding.misuse.remedy,
          section: finding.misuse.section))
    }
  }

  private func add(_ finding: DriverFinding) {
    latest = finding
    count += 1
    let known = findings.firstIndex {
      $0.part == finding.part && $0.section == finding.section && $0.remedy == finding.remedy
    }
    if let known {
      findings[known].count += 1
    } else if findings.count < Self.mostFindings {
      findings.append(finding)
      whenFound(finding)
    }
  }
}
