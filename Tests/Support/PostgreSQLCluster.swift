import Foundation

/// A server of PostgreSQL in a folder of its own, reached by a socket in it; both go with their owner, and
/// with the process, however that ends.
///
/// A shell keeps it: it reads orders from a socket, and when that is closed it ends the server and removes
/// the folder.
public final class PostgreSQLCluster: @unchecked Sendable {
  /// Where its programs are; `nil` where it is not installed.
  static let programs: String? = {
    let listed = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let packaged = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
      .map { "/usr/lib/postgresql/\($0)/bin" }
    return (listed.map(String.init) + packaged).first { folder in
      ["initdb", "pg_ctl", "psql"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }()

  /// Whether tests can use one.
  static let isHere: Bool = {
    #if PostgreSQL
      return programs != nil
    #else
      return false
    #endif
  }()

  /// The one that the tests of a run share, started when the first of them wants it.
  public static func shared() throws -> PostgreSQLCluster { try sharedResult.get() }

  private static let sharedResult = Result { try PostgreSQLCluster() }

  private let folder: String
  private let keeper: StartedProgram
  private let socket: Int32
  private let lock = NSLock()
  private var schemas = 0

  /// Starts a server, and waits until it lets somebody in.
  public init() throws {
    guard let programs = Self.programs else { throw MissingOracle(oracle: .postgresql) }
    // A socket's path may have a hundred characters; temporary folders of some systems have more.
    var template = Array("/tmp/boardsim-postgresql-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EACCES) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let words = try Self.command(for: folder) + ["sh", "-c", Self.script, "sh", programs, folder]
    (keeper, socket) = try Self.start(words)
    guard nextAnswer() == "ready" else { throw Failure(log: log) }
  }

  deinit {
    close(socket)
    _ = keeper.waitForEnd()
  }

  /// It did not start.
  public struct Failure: Error, CustomStringConvertible {
    /// What it wrote.
    public let log: String

    /// What happened.
    public var description: String { "PostgreSQL did not start: \(log)" }
  }

  private var log: String { (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? "" }
}

// MARK: What it is asked

extension PostgreSQLCluster {
  /// The URL of an empty schema.
  public func freshURL() throws -> String {
    Oracle.postgresql.note()
    let name = lock.withLock {
      schemas += 1
      return "test\(schemas)"
    }
    try order("schema \(name)")
    return "postgresql:///postgres?host=\(folder)&user=boardsim&options=-csearch_path%3D\(name)"
  }

  /// Ends the server at once, as a loss of power would.
  public func stop() throws { try order("stop") }

  /// Starts it again, and waits until it lets somebody in.
  public func start() throws { try order("start") }

  private func order(_ word: String) throws {
    let line = "\(word)\n"
    let answer = lock.withLock {
      _ = line.withCString { write(socket, $0, strlen($0)) }
      return nextAnswer()
    }
    guard answer == "ready" else { throw Failure(log: log) }
  }

  private func nextAnswer() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(socket, &byte, 1) == 1, byte != 10 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}

// MARK: The shell that keeps it

extension PostgreSQLCluster {
  /// Its first word is the folder of the programs, its second one where the cluster is to be.
  ///
  /// It outlives an interrupted test run for the moment that it needs to clean up.
  private static let script = """
    trap '' INT TERM HUP PIPE
    cd "$2" || exit
    control() { "$1/pg_ctl" -D data -l log -s -w "$2" -m immediate >/dev/null 2>&1; }
    start() { "$1/pg_ctl" -D data -l log -s -w start >/dev/null 2>>log; }
    "$1/initdb" -D data -U boardsim -A trust -E UTF8 --locale=C --no-sync >log 2>&1 &&
    cat >>data/postgresql.conf <<END &&
    listen_addresses = ''
    unix_socket_directories = '$2'
    fsync = off
    shared_buffers = 32MB
    max_connections = 200
    END
    start "$1" && echo ready || echo failed
    while read -r order name; do
      case $order in
      schema) "$1/psql" -h "$2" -U boardsim -d postgres -Xqc "CREATE SCHEMA $name" >>log 2>&1 ;;
      stop) control "$1" stop ;;
      start) start "$1" ;;
      esac && echo ready || echo failed
    done
    control "$1" stop
    cd / && rm -rf "$2"
    """

  /// What goes before the shell's command: PostgreSQL does not run as the administrator.
  private static func command(for folder: String) throws -> [String] {
    guard geteuid() == 0 else { return [] }
    let users = ["postgres", "nobody"].lazy.compactMap { (name: String) in getpwnam(name) }
    guard let user = users.first?.pointee else { throw POSIXError(.ENOENT) }
    guard chown(folder, user.pw_uid, user.pw_gid) == 0 else { throw POSIXError(.EPERM) }
    let name = String(cString: user.pw_name)
    return OutsideProgram("setpriv") != nil
      ? ["setpriv", "--reuid=\(user.pw_uid)", "--regid=\(user.pw_gid)", "--clear-groups"]
      : ["runuser", "-u", name, "--"]
  }

  /// Starts a program that reads and writes a socket, whose other end no other program has.
  private static func start(
    _ words: [String]
  ) throws -> (program: StartedProgram, socket: Int32) {
    guard let path = OutsideProgram(words[0])?.path.path else { throw POSIXError(.ENOENT) }
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    return (try StartedProgram(at: path, words, input: ends[1], output: ends[1]), ends[0])
  }
}
