import RTCMParser

extension Seeds {
  /// Messages of a rover and a base, and a pair with each deed, with options of each kind.
  static var pairs: [[UInt8]] {
    let options: [[UInt8]] = [[0], [3], [4], [5], [8], [11], [16, 1], [16, 8]]
    let systems: [(Set<Constellation>, Int)] = [
      ([.gps], 6), ([.glonass], 4), ([.galileo], 3), ([.beidou], 3), ([.gps, .galileo], 2),
    ]
    let streams = systems.compactMap { systems, count in
      try? SyntheticPair(of: systems, at: Array(0..<count)).frames(msmKind: 4)
    }
    let deeds = (UInt8(0)...15).flatMap { deed in
      [[deed, 1, 1, 1, 1, 1], [deed | 128, 2, 9, 0, 0, 3]] as [[UInt8]]
    }
    return streams.flatMap { stream in options.map { [0] + $0 + stream } }
      + options.map { [1] + $0 + [0] } + [[1, 0, 1]] + deeds.map { [1, 0, 0] + $0 }
      + [[1, 32, 30, 0], [1, 64, 1, 0], [1, 112, 0x25, 20, 60, 1]]
  }
}
