internal import BoardHost
internal import BoardSimulation

extension ATVersion: OptionChoice {}

/// A row of a modem's network: `HOST:PORT=HOST:PORT`, or `any` for all other places.
enum DialArgument: OptionValue, Equatable {
  case row(NetworkPlace, NetworkPlace)
  case any

  init(optionText text: String, of parameter: String) throws(UsageError) {
    if text == "any" {
      self = .any
      return
    }
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let named = NetworkPlace(String(halves[0])),
      let real = NetworkPlace(String(halves[1]))
    else {
      throw UsageError(
        message: "\(parameter) must be HOST:PORT=HOST:PORT, such as 158.102.7.10:2101="
          + "127.0.0.1:2101, or any, not '\(text)'")
    }
    self = .row(named, real)
  }

  /// Returns the places of a network that rows describe.
  static func directory(of rows: [DialArgument]) -> ModemDirectory {
    var directory = ModemDirectory()
    for row in rows {
      switch row {
      case .row(let named, let real): directory.rows[named] = real
      case .any: directory.reachesOthers = true
      }
    }
    return directory
  }
}

/// The real place of a sketch's server: `PORT=[HOST:]PORT`.
struct ServeArgument: OptionValue, Equatable {
  let port: UInt16
  let place: NetworkPlace

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let port = UInt16(halves[0]), port > 0,
      let place = NetworkPlace(String(halves[1])) ?? NetworkPlace("127.0.0.1:\(halves[1])")
    else {
      throw UsageError(
        message: "\(parameter) must be PORT=PORT or PORT=HOST:PORT, such as 80=8080, not '\(text)'")
    }
    (self.port, self.place) = (port, place)
  }
}

/// A fault of a modem.
struct ModemFaultArgument: OptionValue {
  let fault: ModemFault

  /// The kinds of faults; 'boardsim faults' lists their parameters.
  static var candidates: Candidates {
    Candidates(
      words: ModemFault.Kind.allCases.map {
        Candidates.Word(text: $0.rawValue, meaning: $0.meaning)
      })
  }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    do throws(ModemFaultError) {
      fault = try ModemFault(parsing: text)
    } catch {
      throw UsageError(message: "\(parameter) '\(text)': \(error)")
    }
  }
}
