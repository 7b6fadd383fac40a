internal import BoardHost
internal import NtripProtocol
internal import VirtualBoard

// The rules between the options of `boardsim run`.

extension RunCommand {
  static var rules: [CommandRule<Self>] {
    clockRules + ShardArguments.rules.of(\.shard) + MQTTArguments.rules.of(\.mqtt) + correctionRules
      + resultRules
      + CardArguments.rules.of(\.board.card)
      + PartArguments.rules(in: \.board.parts, hasCaster: true, besideServer: \.hasServer)
      + [
        PartArguments.outsideRule(in: \.board.parts),
        NameList.rule(of: "trace-parts", \.board.trace.parts, among: \.board.parts),
      ]
      + serverRules
      + ServerArguments.rules(in: \.server, at: \.listening)
      + TransportArguments.rules(in: \.transport, prefix: "ntrip-") + tokenRules
  }

  private static var clockRules: [CommandRule<Self>] {
    [
      CommandRule(["only", "boards"]) { $0.complaintAboutOnly },
      CommandRule(
        ["only", "shard"], says: "--only chooses one board, and --shard a part: leave one out"
      ) {
        $0.only != nil && $0.shard.isGiven
      },
      CommandRule(["shard", "boards"]) { $0.complaintAboutShard },
      CommandRule(
        ["advance", "speed"],
        says: "--advance per-request moves the clock itself: leave out --speed"
      ) { $0.advance == .perRequest && $0.speed.pace != .times(1) },
      CommandRule(
        ["laps", "dialect", "advance"],
        says: "--laps needs --dialect legacy-html, without --advance per-request"
      ) { $0.hasLaps && ($0.dialect != .legacyHTML || $0.advance == .perRequest) },
      CommandRule(
        ["profile", "advance", "laps"],
        says: "--profile \(BoardProfile.unoESP8266.rawValue) answers after the time of its line: "
          + "leave out --advance per-request and --laps"
      ) { $0.board.parts.profile != .direct && ($0.hasLaps || $0.advance == .perRequest) },
      .speedNeedsEnd(\.speed, \.duration),
    ]
  }

  private var complaintAboutOnly: String? {
    guard let only, only >= boards.value else { return nil }
    return "--only must be a board from 0 to \(boards.value - 1), not \(only)"
      + (boards.value == 1 ? "; --boards N says how many there are" : "")
  }

  private var complaintAboutShard: String? {
    guard let shard = shard.shard, numbers.isEmpty else { return nil }
    return "--shard: " + FleetError.emptyShard(shard, of: boards.value).description
  }

  private static var correctionRules: [CommandRule<Self>] {
    [
      CommandRule(
        ["ntrip", "speed"], says: "a caster on the network runs in real time: leave out --speed"
      ) { $0.ntrip.isNetwork && $0.speed.pace != .times(1) },
      CommandRule(
        ["capture", "ntrip"], says: "--capture is for the internal caster: leave out --ntrip"
      ) { $0.capture != nil && $0.ntrip != .internal },
      CommandRule(["control-port", "port"]) { command in
        guard command.controlPort == command.port, command.port != 0 else { return nil }
        return "--control-port must be another than --port, not \(command.port) as well"
      },
      CommandRule(["fault", "ntrip"]) { command in
        guard let fault = command.board.parts.casterFaults.first, command.ntrip != .internal
        else { return nil }
        return "fault \(CasterFault.prefix)\(fault.kind.rawValue) is for the internal caster: "
          + "leave out --ntrip"
      },
      CommandRule(
        ["caster-port", "ntrip"],
        says: "--caster-port is for the internal caster: leave out --ntrip"
      ) { $0.casterPort != nil && $0.ntrip != .internal },
    ]
  }

  private static var resultRules: [CommandRule<Self>] {
    [
      CommandRule(
        ["expect", "junit", "only", "boards"],
        says: "--expect and --junit check one board: choose it with --only I"
      ) { $0.hasExpectations && $0.numbers.count > 1 },
      CommandRule(
        ["expect", "junit", "duration"],
        says: "--expect and --junit need --duration, or the run never ends"
      ) { $0.hasExpectations && $0.duration == nil },
      CommandRule(
        ["trace", "only", "boards"], says: "--trace follows one board: choose it with --only I"
      ) { !$0.board.trace.files.isEmpty && $0.numbers.count > 1 },
      .file(of: "junit", \.junit, isNot: \.capture),
      .file(of: "record", \.record, isNot: \.capture),
      .file(of: "report", \.report?.path, isNot: \.capture),
    ]
  }

  private var hasExpectations: Bool { !expectations.isEmpty || junit != nil }

  private static var serverRules: [CommandRule<Self>] {
    [
      CommandRule(
        serverParameters.map(\.name), says: "the server's options need --with-server"
      ) { !$0.hasServer && ($0.server != ServerArguments() || $0.serverPort != nil) }
    ]
  }

  private static var tokenRules: [CommandRule<Self>] {
    [
      CommandRule(
        ["token", "control-lan"], says: "--token is for --control-lan; give both, or neither"
      ) { $0.token != nil && !$0.isControlLAN },
      CommandRule(
        ["control-lan", "token"],
        says: "--control-lan needs --token, 8 printable characters at least, @FILE or "
          + "BOARDSIM_CONTROL_TOKEN"
      ) { $0.isControlLAN && $0.controlToken?.isUsable != true },
    ]
  }
}
