import Foundation

extension RunningProgram {
  /// Starts gpsd on sources: devices, `tcp://` or `ntrip://`.
  ///
  /// As root, gpsd would write its clock into shared memory, which other programs read; so it is started as nobody, who
  /// has to be allowed to open the devices.
  public static func gpsd(_ sources: String..., port: UInt16) throws -> RunningProgram {
    let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups", "gpsd"]
    let isRoot = getuid() == 0
    let program = try RunningProgram(
      isRoot ? "setpriv" : "gpsd",
      (isRoot ? asNobody : []) + ["-N", "-n", "-S", "\(port)"] + sources)
    Oracle.gpsd.note()
    return program
  }
}
