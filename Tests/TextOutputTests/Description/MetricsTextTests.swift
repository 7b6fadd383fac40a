import Testing
import TextOutput

@Suite("Metrics of values that are described")
struct MetricsTextTests {
  private static func text(_ members: Described...) -> String {
    var text = MetricsText(prefix: "p_")
    for member in members { text.add(member) }
    return text.text
  }

  @Test("a number has a head with its meaning, and a sample")
  func gauge() {
    #expect(
      Self.text(
        Described("x", number: 1.25, decimals: 3, "How much", metric: .gauge("much")),
        Described("y", count: 7, "How many", metric: .counter("many_total", "Of all"))) == """
          # HELP p_much How much.
          # TYPE p_much gauge
          p_much 1.250
          # HELP p_many_total Of all.
          # TYPE p_many_total counter
          p_many_total 7

          """)
  }

  @Test("what is missing, and what is told by no metric, has nothing")
  func missing() {
    #expect(
      Self.text(
        Described("x", number: nil, decimals: 3, "", metric: .gauge("x")),
        Described("y", number: .infinity, decimals: 3, "", metric: .gauge("y")),
        Described("z", count: 3), Described("t", .text("a"), metric: .gauge("t"))) == "")
  }

  @Test("a word is one or none, a rank its place")
  func words() {
    let text = Self.text(
      Described("a", .word("ok", of: ["ok", "failed"]), metric: .gauge("a", is: "ok")),
      Described("b", .word("failed", of: ["ok", "failed"]), metric: .gauge("b", is: "ok")),
      Described("c", .rank(2, of: ["x", "y", "z"]), metric: .gauge("c")))
    #expect(text.contains("\np_a 1\n") && text.contains("\np_b 0\n") && text.contains("\np_c 2\n"))
  }

  @Test("members of a table are samples of its metric, which is told without any as well")
  func tables() {
    func frames(_ members: [Described]) -> String {
      Self.text(
        Described(
          "frames", .table(members, of: .count(0)), "By type", metric: .counter("frames_total"),
          memberLabel: "type"))
    }
    let head = "# HELP p_frames_total By type.\n# TYPE p_frames_total counter\n"
    #expect(frames([]) == head)
    #expect(
      frames([Described("1005", count: 1), Described("1077", count: 2)])
        == head + "p_frames_total{type=\"1005\"} 1\np_frames_total{type=\"1077\"} 2\n")
  }

  @Test("samples of one metric stand together, whoever adds them in whichever order")
  func families() {
    var text = MetricsText(prefix: "p_")
    for board in ["0", "1"] {
      let parts = ["a", "b"].map { part in
        Described(
          part,
          [
            Described("up", count: 1, "Up", metric: .gauge("up", after: "first")),
            Described(
              "bytes", count: 5, "Bytes",
              metric: .counter("bytes_total", label: Metric.Label("stage", "link"))),
          ])
      }
      text.add(
        Described("first", count: 3, "First", metric: .gauge("first")),
        labels: [Metric.Label("board", board)])
      text.add(
        Described("parts", parts, memberLabel: "part"), labels: [Metric.Label("board", board)])
    }
    let samples = text.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      samples == [
        #"p_first{board="0"} 3"#, #"p_first{board="1"} 3"#, #"p_up{board="0",part="a"} 1"#,
        #"p_up{board="0",part="b"} 1"#, #"p_up{board="1",part="a"} 1"#,
        #"p_up{board="1",part="b"} 1"#, #"p_bytes_total{board="0",part="a",stage="link"} 5"#,
        #"p_bytes_total{board="0",part="b",stage="link"} 5"#,
        #"p_bytes_total{board="1",part="a",stage="link"} 5"#,
        #"p_bytes_total{board="1",part="b",stage="link"} 5"#,
      ])
    #expect(text.text.split(separator: "\n").count { $0.hasPrefix("# TYPE") } == 3)
  }

  @Test("a metric stands behind its predecessor, where that is told")
  func predecessors() {
    let text = Self.text(
      Described("a", count: 1, metric: .gauge("a")), Described("b", count: 1, metric: .gauge("b")),
      Described("c", count: 1, metric: .gauge("c", after: "a")),
      Described("d", count: 1, metric: .gauge("d", after: "nobody")))
    let names = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(names == ["p_a 1", "p_c 1", "p_b 1", "p_d 1"])
  }
}
