internal import AppHost
internal import AppServer
internal import Bytes
internal import Platform

/// The options of a server, alone or beside a board.
struct ServerArguments: Equatable {
  var store = StoreArguments()
  var answers = AnswersName.apps
  var anonymousRead = SwitchName.on
  var limits = SwitchName.on
  var history = HistoryName.relative
  var demoUser: SwitchName?
  var tls: TLSArgument?
  var proxy: ProxyAddress?
  var node: NodeName?
  var faults: [ServerFaultArgument] = []

  /// Returns the parameters of a server alone.
  static func parameters<C>(in path: WritableKeyPath<C, ServerArguments>) -> [Parameter<C>] {
    sharedParameters(in: path) + [
      .option(
        "node", path.appending(path: \.node), "NAME",
        help: "the server's name among those that share a store, which findings and\n"
          + "requests tell; default: the machine's name and the port"),
      .list(
        "fault", path.appending(path: \.faults), "WHAT",
        help: "a fault: 'arpa.late from=60 to=70 delay=8'; 'boardsim faults' lists\n"
          + "them; repeatable"),
    ]
  }

  /// Returns the parameters common to a server alone and a server beside a board.
  static func sharedParameters<C>(in path: WritableKeyPath<C, ServerArguments>) -> [Parameter<C>] {
    [
      .option(
        "store", path.appending(path: \.store.location), "WHERE", help: StoreArguments.help),
      .flag(
        "durable", path.appending(path: \.store.isDurable),
        help: "flush rows to the disk at each commit, so that they survive a loss of\n"
          + "power; slower"),
      .option(
        "answers", path.appending(path: \.answers), "HOW",
        help: "the answers' style: apps (default: every test of both apps passes),\n"
          + "reference (the original, bug for bug) or strict (the original's\n"
          + "documentation)"),
      .option(
        "anonymous-read", path.appending(path: \.anonymousRead), "on|off",
        help: "answer requests for a period's rows without a token, which one app\n"
          + "sends; default on"),
      .option(
        "limits", path.appending(path: \.limits), "on|off",
        help: "limit logins to 10 a minute, and rows to 50 a second for each token;\n"
          + "default on"),
      .option(
        "history", path.appending(path: \.history), "WHICH",
        help: "the rows of a new store: relative (default: two walks on each of the\n"
          + "last 14 days), reference-dates (June 2020) or none"),
      .option(
        "demo-user", path.appending(path: \.demoUser), "on|off",
        help: "create the documented user, the preset of one app's login form;\n"
          + "default on, and off with PostgreSQL"),
      .option(
        "tls", path.appending(path: \.tls), "WHAT",
        help: "serve HTTPS with CERT,KEY in PEM form, or with self: a certificate of\n"
          + "this machine's own authority, to be installed on phones"),
      .option(
        "behind-proxy", path.appending(path: \.proxy), "ADDRESS",
        help: "take the client's address from X-Forwarded-For of the proxy at this\n"
          + "address; the header of other clients is ignored"),
    ]
  }

  /// The scheme of the server's URLs.
  var scheme: String { tls == nil ? "http" : "https" }

  /// Returns the rules of a server and of the address that it listens on.
  static func rules<C>(
    in path: KeyPath<C, ServerArguments>, at listening: KeyPath<C, ListeningHost>
  ) -> [CommandRule<C>] {
    ListeningHost.rules.of(listening) + [
      CommandRule(
        ["behind-proxy", "lan"],
        says: "--behind-proxy serves one proxy, --lan every machine: leave out one of them"
      ) { $0[keyPath: path].proxy != nil && $0[keyPath: listening].isLAN }
    ]
  }

  /// The options of the server's answers.
  var options: ApplicationServer.Options {
    var options = ApplicationServer.Options()
    options.style = answers.style
    options.allowsAnonymousReading = anonymousRead == .on
    options.hasLimits = limits == .on
    return options
  }

  /// Whether the store has the demo user.
  var hasDemoUser: Bool {
    get throws(UsageError) {
      guard let demoUser else { return try !store.isShared }
      return demoUser == .on
    }
  }
}

/// The style of the server's answers, where the original and the apps differ.
enum AnswersName: String, OptionChoice {
  case apps, reference, strict

  var style: AnswerStyle {
    switch self {
    case .apps: .apps
    case .reference: .reference
    case .strict: .strict
    }
  }
}

/// The state of a switch: `on` or `off`.
enum SwitchName: String, OptionChoice {
  case on, off
}

/// The plan of the rows that a new server starts with.
enum HistoryName: String, OptionChoice {
  case relative
  case referenceDates = "reference-dates"
  case none

  var plan: HistoryPlan {
    switch self {
    case .relative: .relative
    case .referenceDates: .referenceDates
    case .none: .none
    }
  }
}

/// The certificate for TLS: `self`, or `CERT,KEY`.
enum TLSArgument: OptionValue, Equatable {
  case own
  case files(certificate: String, key: String)

  static var candidates: Candidates { .words(["self"]) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if text == "self" {
      self = .own
    } else if parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty {
      self = .files(certificate: parts[0], key: parts[1])
    } else {
      throw UsageError(message: "\(parameter) must be self or CERT,KEY, not '\(text)'")
    }
  }
}

/// The IPv4 or IPv6 address of a proxy, in the notation of connections.
struct ProxyAddress: OptionValue, Equatable {
  let text: String

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let address = NumericAddress.canonical(text) else {
      throw UsageError(
        message: "\(parameter) must be the proxy's address, such as 127.0.0.1 or ::1, not '\(text)'"
      )
    }
    self.text = address
  }
}

/// The name of a server among those that share a store.
struct NodeName: OptionValue, Equatable {
  let text: String

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let isName = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || ".-_:".utf8.contains($0) }
    guard isName, (1...100).contains(text.utf8.count) else {
      throw UsageError(
        message:
          "\(parameter) must be 1 to 100 letters, digits, '.', '-', '_' and ':', not '\(text)'")
    }
    self.text = text
  }
}

/// A fault of a server, such as `arpa.late from=60 to=70 delay=8`.
struct ServerFaultArgument: OptionValue, Equatable {
  var fault: ServerFault

  static var candidates: Candidates {
    Candidates(
      words: ServerFault.Name.allCases.map {
        Candidates.Word(text: $0.rawValue, meaning: $0.meaning)
      })
  }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    do throws(ServerFaultError) {
      fault = try ServerFault(parsing: text)
    } catch {
      throw UsageError(message: "\(parameter) '\(text)': \(error)")
    }
  }
}
