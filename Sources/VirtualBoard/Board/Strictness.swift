internal import BoardFirmware
internal import BoardSimulation

/// The collector of a board's driver mistakes that real silicon would punish.
final class Strictness {
  /// The findings, in order of their first occurrence; a mistake repeated with the same part is one finding.
  private(set) var findings: [DriverFinding] = []
  /// The latest mistake, new or repeated.
  private(set) var latest: DriverFinding?
  /// The number of mistakes, repeated ones included.
  private(set) var count = 0
  /// The observer of findings, called once for each new finding.
  var whenFound: (DriverFinding) -> Void = { _ in }
  private static let mostFindings = 1000

  /// Creates a collector that listens to the parts on a bus.
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
