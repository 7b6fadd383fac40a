import Foundation
import GNSSBasics
import TestSupport
import Testing

@testable import AirStatistics

/// The apps' arithmetic in their own language, on the same rows.
///
/// The oracle is weak: the script was written for this test from knowledge of the apps. It does show that
/// the numbers are JavaScript's: rounding, order of sums, and the value of `null` in arithmetic.
@Suite("The apps' arithmetic, as JavaScript does it")
struct JavaScriptComparisonTests {
  private static let script = """
    const input = JSON.parse(require('fs').readFileSync('input.json', 'utf8'));
    for (const walk of input.walks) for (const row of walk.rows) {
      row.lat ??= null; row.lon ??= null;
    }
    const radians = x => x * Math.PI / 180;
    function metres(p, q) {
      const north = Math.sin(radians(q.lat - p.lat) / 2), east = Math.sin(radians(q.lon - p.lon) / 2);
      const a = north * north
        + Math.cos(radians(p.lat)) * Math.cos(radians(q.lat)) * east * east;
      return 6371e3 * (2 * Math.atan2(Math.sqrt(a), Math.sqrt(1 - a)));
    }
    function clusters(rows, radius) {
      const found = [];
      rows.forEach((row, index) => {
        let best = -1, least = 999999;
        found.forEach((cluster, number) => {
          const d = metres(cluster, row);
          if (d <= radius && d <= least) { best = number; least = d; }
        });
        if (best < 0) found.push({lat: row.lat, lon: row.lon, members: [index]});
        else found[best].members.push(index);
      });
      return found.map(cluster => ({members: cluster.members, means: rows[0].values.map((_, i) => {
        let sum = 0;
        for (const member of cluster.members) sum += rows[member].values[i];
        return sum / cluster.members.length;
      })}));
    }
    function merged(a, b) {
      const byTime = (x, y) => x.t - y.t;
      a.sort(byTime); b.sort(byTime);
      const [as, bs] = [[], []];
      const fill = (s, i) => i >= 1 ? (s[i - 1].v + s[i].v) / 2 : 0;
      let i = 0, j = 0;
      while (i < a.length || j < b.length) {
        if (i < a.length && j < b.length) {
          if (a[i].t < b[j].t) { bs.push(fill(b, j)); as.push(a[i++].v); }
          else if (a[i].t > b[j].t) { as.push(fill(a, i)); bs.push(b[j++].v); }
          else { as.push(a[i++].v); bs.push(b[j++].v); }
        } else if (i < a.length) { as.push(a[i++].v); bs.push(0); }
        else { bs.push(b[j++].v); as.push(0); }
      }
      return [as, bs];
    }
    function quartiles(values) {
      const s = values.slice().sort((x, y) => x - y);
      return [0.25, 0.5, 0.75].map(q => s[Math.max(0, Math.round(q * s.length - 1))]);
    }
    function printed(a, b) {
      if (!a.length || !b.length) return [a, b].map(s => quartiles(s.length ? s.map(x => x.v) : [0]));
      return merged(a, b).map(quartiles);
    }
    console.log(JSON.stringify({
      clusters: input.walks.map(walk => clusters(walk.rows, walk.radius)),
      quartiles: input.pairs.map(pair => printed(pair.a, pair.b)),
    }));
    """

  private struct Row: Codable {
    var lat: Double?
    var lon: Double?
    var values: [Double?]
  }
  private struct Walk: Codable {
    var radius: Double
    var rows: [Row]
  }
  fileprivate struct Value: Codable {
    var t: Int64
    var v: Double
  }
  private struct Pair: Codable {
    var a: [Value]
    var b: [Value]
  }
  private struct Input: Codable {
    var walks: [Walk]
    var pairs: [Pair]
  }
  private struct Cluster: Codable, Equatable {
    var members: [Int]
    var means: [Double]
  }
  private struct Output: Codable {
    var clusters: [[Cluster]]
    var quartiles: [[[Double]]]
  }

  @Test("clusters and quartiles are the same to the last bit", .compares(with: .node))
  func agree() throws {
    var random = RandomSamples(seed: 42)
    let walks = (0..<40).map { index in
      (radius: index % 2 == 0 ? 200.0 : 250, samples: random.samples(150, fields: 11))
    }
    let pairs = (0..<200).map { _ in
      (board: random.series(random.count(30)), stations: random.series(random.count(12)))
    }
    let output = try run(
      Input(
        walks: walks.map { walk in
          Walk(
            radius: walk.radius,
            rows: walk.samples.map { Row(lat: $0.latitude, lon: $0.longitude, values: $0.values) })
        }, pairs: pairs.map { Pair(a: $0.board.map(\.inJSON), b: $0.stations.map(\.inJSON)) }))
    try #require(output.clusters.count == 40 && output.quartiles.count == 200)
    for (walk, expected) in zip(walks, output.clusters) {
      let found = SampleCluster.asAirQuality(walk.samples, radius: walk.radius)
      #expect(
        found.map { Cluster(members: $0.members, means: $0.means.map { $0 ?? 0 }) } == expected)
    }
    for (pair, expected) in zip(pairs, output.quartiles) {
      let found = QuartilePair.asMOQA(board: pair.board, stations: pair.stations)
      let three = [found.board, found.stations].map { quartiles in
        quartiles.map { [$0.first, $0.median, $0.third] } ?? []
      }
      #expect(three == expected)
    }
  }

  private func run(_ input: Input) throws -> Output {
    let folder = try TemporaryFolder()
    _ = try folder.write([UInt8](try JSONEncoder().encode(input)), to: "input.json")
    _ = try folder.write(Array(Self.script.utf8), to: "apps.js")
    let result = try OutsideProgram(.node).run(["apps.js"], in: folder.url)
    try #require(result.status == 0)
    return try JSONDecoder().decode(Output.self, from: Data(result.output.utf8))
  }
}

extension TimedValue {
  fileprivate var inJSON: JavaScriptComparisonTests.Value {
    .init(t: time.nanoseconds / 1_000_000, v: value)
  }
}
