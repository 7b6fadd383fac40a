internal import BoardFirmware
internal import BoardSimulation

/// The collector of a board's findings: in strict mode the driver mistakes that real silicon would punish, and always
/// the parts from outside that were lost.
final class FindingList {
  /// The findings, in order of their first occurrence; a mistake repeated with the same part is one finding.
  private(set) var findings: [DriverFinding] = []
  /// The latest mistake, new or repeated.
  private(set) var latestMisuse: DriverFinding?
  /// The number of mistakes, repeated ones included.
  private(set) var misuseCount = 0
  /// The observer of findings, called once for each new finding.
  var whenFound: (DriverFinding) -> Void = { _ in }
  private static let mostFindings = 1000

  /// Creates a collector that listens to the parts on a bus.
  init(watching bus: SimulatedI2CBus, isStrict: Bool) {
    bus.onAbsence = { [weak self, unowned bus] absence in
      self?.add(DriverFinding(absence, afterTransfer: bus.totals.transfers))
    }
    guard isStrict else { return }
    bus.onMisuse = { [weak self, unowned bus] finding in
      self?.addMisuse(
        DriverFinding(
          time: finding.time, transfer: finding.transfer, part: bus.name(of: finding.address),
          what: finding.misuse.what, remedy: finding.misuse.remedy,
          section: finding.misuse.section))
    }
  }

  private func addMisuse(_ finding: DriverFinding) {
    latestMisuse = finding
    misuseCount += 1
    add(finding)
  }

  private func add(_ finding: DriverFinding) {
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

extension DriverFinding {
  /// Creates the finding of a lost part.
  fileprivate init(_ absence: PartAbsence, afterTransfer number: Int) {
    self.init(
      time: absence.time, transfer: number, part: absence.part,
      what: "does not acknowledge its address from now on: \(absence.failure)",
      remedy: absence.failure.remedy, section: "docs/adding-a-sensor.md")
    kind = .absence
  }
}
