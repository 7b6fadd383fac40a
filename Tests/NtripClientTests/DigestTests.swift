import Foundation
import TestSupport
import Testing

@testable import NtripClient
@testable import NtripProtocol

@Suite("Digest", .timeLimit(.minutes(5)))
struct DigestTests {
  /// A worked example of a standard.
  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var challenge: String
    var password: String
    var clientNonce: String
    var response: String
  }

  static let examples = [
    Example(
      testDescription: "RFC 7616 §3.9.1, MD5",
      challenge: """
        Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, \
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """,
      password: "Circle of Life", clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
      response: "8ca523f5e9506fed4657c9700eebdbec"),
    Example(
      testDescription: "RFC 7616 §3.9.1, SHA-256",
      challenge: """
        Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, \
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """,
      password: "Circle of Life", clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
      response: "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    Example(
      testDescription: "RFC 2617 §3.5",
      challenge: """
        Digest realm="testrealm@host.com", qop="auth,auth-int", \
        nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"
        """,
      password: "Circle Of Life", clientNonce: "0a4f113b",
      response: "6629fae49393a05397450978507c4ef1"),
    Example(
      testDescription: "RFC 2069 §2.4 with its erratum: without qop",
      challenge: """
        Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", \
        opaque="5ccc069c403ebaf9f0171e9517f40e41"
        """,
      password: "CircleOfLife", clientNonce: "unused",
      response: "1949323746fe6a43ef61f9606e7febea"),
  ]

  @Test("answers as the standards work it out", arguments: examples)
  func answersExamples(example: Example) throws {
    let challenges = AuthenticationChallenge.all(in: [example.challenge])
    let challenge = try #require(DigestChallenge.best(of: challenges))
    let answer = try #require(
      challenge.authorization(
        of: NtripCredentials(user: "Mufasa", password: example.password), for: "/dir/index.html",
        count: 1, clientNonce: example.clientNonce, hashing: NtripHash.hash))
    #expect(answer.contains("response=\"\(example.response)\""))
    #expect(answer.contains("qop=auth, nc=00000001") == challenge.isCounted)
    #expect(answer.contains("algorithm=") == example.challenge.contains("algorithm"))
    #expect(answer.contains("opaque=\"\(challenge.opaque ?? "")\""))
  }

  @Test("a session's hash is made of the first one and both numbers (RFC 7616 §3.4.2)")
  func session() throws {
    func md5(_ text: String) throws -> String {
      try #require(NtripHash.hash(.md5, Array(text.utf8))).hexadecimal
    }
    let challenges = AuthenticationChallenge.all(in: [
      #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5-sess"#
    ])
    let challenge = try #require(DigestChallenge.best(of: challenges))
    let answer = try #require(
      challenge.authorization(
        of: NtripCredentials(user: "u", password: "p"), for: "/M", count: 26, clientNonce: "c",
        hashing: NtripHash.hash))
    let secret = try md5("\(try md5("u:r:p")):n:c")
    let response = try md5("\(secret):n:0000001a:c:auth:\(try md5("GET:/M"))")
    #expect(answer.contains("response=\"\(response)\", algorithm=MD5-sess"))
  }

  @Test(
    "challenges are read as they come",
    arguments: [
      (["Basic realm=\"a, b\", Digest nonce=\"1\", realm=\"x\\\"y\""], "1", "x\"y"),
      (["Basic realm=\"a\"", "digest  nonce = 7 , realm=r,,"], "7", "r"),
      (
        [
          "Digest realm=\"r\", nonce=\"m\", algorithm=MD5",
          "Digest realm=\"r\", nonce=\"s\", algorithm=\"SHA-256\"",
        ], "s", "r"
      ),
      (
        ["Digest realm=r, nonce=x, algorithm=SHA-512-256, Digest realm=r, nonce=m, qop=AUTH"], "m",
        "r"
      ),
      (["Negotiate abc==, Digest realm=r, nonce=n"], "n", "r"),
    ])
  func readsChallenges(lines: [String], nonce: String, realm: String) throws {
    let challenge = try #require(DigestChallenge.best(of: AuthenticationChallenge.all(in: lines)))
    #expect(challenge.nonce == nonce && challenge.realm == realm)
  }

  @Test(
    "what is no challenge that can be answered is none",
    arguments: [
      "", ",", "realm=r, nonce=n", "Digest", "Digest realm=\"r\"", "Digest nonce=\"n\"",
      "Digest realm=r, nonce=n, qop=\"auth-int\"", "Digest realm=r, nonce=n, algorithm=SHA-512-256",
      "Digest realm=\"r", "Basic realm=\"Digest nonce=1\"", "\"\\",
      "Digest realm=r, nonce=n, algorithm=-sess",
    ])
  func readsNoChallenge(line: String) {
    #expect(DigestChallenge.best(of: AuthenticationChallenge.all(in: [line])) == nil)
  }

  @Test("names are quoted as a header has them")
  func quotes() throws {
    let challenges = AuthenticationChallenge.all(in: [#"Digest realm="a\"b", nonce="n""#])
    let answer = try #require(
      DigestChallenge.best(of: challenges)?.authorization(
        of: NtripCredentials(user: #"u\"x"#, password: "p"), for: "/M", count: 1,
        clientNonce: "c", hashing: NtripHash.hash))
    #expect(answer.hasPrefix(#"Digest username="u\\\"x", realm="a\"b", nonce="n", uri="/M""#))
  }
}

@Suite(
  "libmicrohttpd's check of Digest", .compares(with: .cc), .timeLimit(.minutes(5)))
struct MicroHTTPDigestTests {
  /// The source of a caster that streams one frame to clients that pass libmicrohttpd's check, then closes.
  private static let source = #"""
    #include <microhttpd.h>
    #include <arpa/inet.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    static enum MHD_DigestAuthAlgorithm algorithm;
    static unsigned char frame[FRAME_LENGTH] = { FRAME };

    static enum MHD_Result refuse(struct MHD_Connection *connection, enum MHD_Result stale) {
      struct MHD_Response *response = MHD_create_response_from_buffer(2, "no", MHD_RESPMEM_PERSISTENT);
      enum MHD_Result result = MHD_queue_auth_fail_response2(
          connection, "casters", "opaque data", response, stale, algorithm);
      MHD_destroy_response(response);
      return result;
    }

    static enum MHD_Result answer(void *cls, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **state) {
      char *user = MHD_digest_auth_get_username(connection);
      if (user == NULL) return refuse(connection, MHD_NO);
      MHD_free(user);
      int check = MHD_digest_auth_check2(connection, "casters", "rover", "a: \"secret\"", 300, algorithm);
      if (check != MHD_YES) return refuse(connection, check == MHD_INVALID_NONCE ? MHD_YES : MHD_NO);
      struct MHD_Response *response =
          MHD_create_response_from_buffer(sizeof frame, frame, MHD_RESPMEM_PERSISTENT);
      MHD_add_response_header(response, "Content-Type", "gnss/data");
      enum MHD_Result result = MHD_queue_response(connection, 200, response);
      MHD_destroy_response(response);
      return result;
    }

    int main(int count, char **words) {
      algorithm = strcmp(words[1], "MD5") == 0 ? MHD_DIGEST_ALG_MD5 : MHD_DIGEST_ALG_SHA256;
      struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
      struct MHD_Daemon *daemon = MHD_start_daemon(
          MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, &answer, NULL, MHD_OPTION_SOCK_ADDR, &address,
          MHD_OPTION_DIGEST_AUTH_RANDOM, (size_t)8, "12345678", MHD_OPTION_NONCE_NC_SIZE, 300u,
          MHD_OPTION_END);
      if (daemon == NULL) return 1;
      printf("%u\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
      fflush(stdout);
      for (;;) pause();
    }
    """#

  /// Compiles and starts the caster.
  private static func start(_ algorithm: String) throws -> (program: RunningProgram, port: Int) {
    let folder = try TemporaryFolder()
    let frame = QuirkCaster.frame
    let text = source.replacing("FRAME_LENGTH", with: "\(frame.count)")
      .replacing("{ FRAME }", with: "{\(frame.map { "\($0)" }.joined(separator: ","))}")
    let path = try folder.write(Array(text.utf8), to: "digest.c")
    let flags = try RunningProgram("pkg-config", ["--cflags", "--libs", "libmicrohttpd"])
      .readToEnd()
    let words = String(decoding: flags, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let compiler = try OutsideProgram(.cc)
    let status = try compiler.run(
      ["-o", "digest", path] + words.map(String.init), in: folder.url)
    try #require(status.status == 0)
    let program = try RunningProgram("sh", ["-c", "exec '\(folder.path("digest"))' \(algorithm)"])
    let port = program.nextLine()
    withExtendedLifetime(folder) {}
    return (program, try #require(Int(port)))
  }

  private static func stream(
    _ port: Int, password: String, retry: RetryPolicy?
  ) -> NtripStream {
    let url = NtripURL.local(
      port, "M", credentials: NtripCredentials(user: "rover", password: password))
    return NtripStream(from: url, retry: retry)
  }

  @Test(
    "lets in who knows the password, at once when he comes back", arguments: ["MD5", "SHA-256"])
  func letsIn(algorithm: String) async throws {
    let (program, port) = try Self.start(algorithm)
    defer { program.end() }
    let frame = QuirkCaster.frame
    let frames = 4
    let got = await Following(Self.stream(port, password: "a: \"secret\"", retry: .atOnce)) {
      $0.data.count >= frames * frame.count
    }
    let streams = got.data.count / frame.count
    #expect(got.data.starts(with: Array(repeating: frame, count: streams).joined()))
    // The first connection gets the challenge, the others one stream each; the next one may have begun.
    #expect((streams...streams + 1).contains(got.statistics.connects - 1))
  }

  @Test("keeps out who does not", arguments: ["MD5", "SHA-256"])
  func keepsOut(algorithm: String) async throws {
    let (program, port) = try Self.start(algorithm)
    defer { program.end() }
    let got = await Following(Self.stream(port, password: "secret", retry: nil))
    #expect(got.failure?.cause == .wrongCredentials)
    #expect(got.statistics.connects == 2)
  }
}
