import NtripProtocol
import Testing

@testable import MQTTMessages

@Suite("URLs of MQTT brokers")
struct BrokerURLTests {
  @Test("hosts, ports, credentials and root")
  func parts() throws {
    let url = try BrokerURL(
      " mqtts://fl%C3%A9et:a@b:c%2Fd@one:18883,two,[2001:db8::1]:1/air/milan/ ")
    #expect(url.usesTLS && url.root == "air/milan")
    #expect(
      url.brokers == [
        .init(host: "one", port: 18883), .init(host: "two", port: 8883),
        .init(host: "2001:db8::1", port: 1),
      ])
    #expect(url.credentials?.user == "fléet" && url.credentials?.password == "a@b:c/d")
    #expect(url.description == "mqtts://one:18883,two:8883,[2001:db8::1]:1/air/milan")
    let plain = try BrokerURL("mqtt://127.0.0.1/a%20b")
    #expect(plain.brokers == [.init(host: "127.0.0.1", port: 1883)] && !plain.usesTLS)
    #expect(plain.credentials == nil && plain.root == "a b")
    #expect(try BrokerURL("mqtt://user@h/r").credentials?.password == "")
  }

  @Test(
    "what is no such URL is told without its text",
    arguments: [
      ("http://h/r", BrokerURLError.unknownScheme), ("h/r", .unknownScheme), ("", .unknownScheme),
      ("mqtt:///r", .badHost), ("mqtt://a,,b/r", .badHost), ("mqtt://a,/r", .badHost),
      ("mqtt://a b/r", .badHost), ("mqtt://h:0/r", .badPort), ("mqtt://h:65536/r", .badPort),
      ("mqtt://h:x/r", .badPort), ("mqtt://h/%4", .badPercentEncoding),
      ("mqtt://a%3Ab:c@h/r", .badCredentials), ("mqtt://a:b%00@h/r", .badCredentials),
      ("mqtt://h", .badRoot), ("mqtt://h/", .badRoot), ("mqtt://h//", .badRoot),
      ("mqtt://h/a//b", .badRoot), ("mqtt://h/a/+/b", .badRoot), ("mqtt://h/a/#", .badRoot),
      ("mqtt://h/$SYS", .badRoot), ("mqtt://h/a%0Ab", .badRoot),
      ("mqtt://secret@h:99999/r", .badPort),
    ])
  func refused(text: String, error: BrokerURLError) {
    #expect(throws: error) { try BrokerURL(text) }
    #expect(!error.description.contains("secret") && error.description.count > 20)
  }

  @Test("a root has 1,000 bytes at most")
  func longRoot() throws {
    #expect(try BrokerURL("mqtt://h/" + String(repeating: "r", count: 1000)).root.count == 1000)
    #expect(throws: BrokerURLError.badRoot) {
      try BrokerURL("mqtt://h/" + String(repeating: "r", count: 1001))
    }
  }

  @Test("names of topics have neither wildcards nor empty levels")
  func topics() {
    for name in ["a", "a/b", "é/1 2/-_.:", String(repeating: "x", count: 65_535)] {
      #expect(MQTTTopic.isName(name))
    }
    for name in [
      "", "/", "/a", "a/", "a//b", "+", "a/+", "#", "a/#", "$x", "a\u{0}", "a\u{7F}", "a\n",
    ] {
      #expect(!MQTTTopic.isName(name), "\(name)")
    }
    #expect(!MQTTTopic.isName(String(repeating: "x", count: 65_536)))
    #expect(MQTTTopic.isName("a/$x"))
  }
}
