internal import Platform

/// A program that shares boards, telemetry or rows among machines.
struct Engine {
  /// The name, as its users know it.
  let name: String
  /// The shell command that prints something in one line where the program is here.
  let probe: StaticString

  /// All engines that `docs/` names.
  static let all = [
    Engine(name: "mosquitto", probe: "PATH=$PATH:/usr/sbin command -v mosquitto"),
    Engine(
      name: "RabbitMQ",
      probe:
        "PATH=$PATH:/usr/sbin command -v rabbitmq-server || ls -d /usr/lib/rabbitmq 2>/dev/null"),
    Engine(
      name: "PostgreSQL",
      probe: "command -v postgres || ls -d /usr/lib/postgresql/*/bin/postgres 2>/dev/null"),
    Engine(name: "HAProxy", probe: "PATH=$PATH:/usr/sbin command -v haproxy"),
    Engine(name: "Slurm", probe: "command -v sbatch"),
    Engine(name: "Kubernetes", probe: "command -v kubectl"),
  ]

  /// Whether the program is here, in words.
  var sentence: String { ProgramOutput.firstLine(of: probe) == nil ? "no \(name)" : name }
}
