import Foundation

extension posix_spawn_file_actions_t {
  /// Lets a program have its first three descriptors and no others.
  ///
  /// `Process` and `Pipe` make theirs so that every program started meanwhile has them too; whoever waits for
  /// the end of such a pipe then waits for the end of that program as well.
  mutating func closeOthers() {
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
    // Other threads may open some before the program starts; those that are not open are passed over.
    let last = (open.compactMap { Int32($0) }.max() ?? 2) + 64
    for descriptor in 3...max(3, last) {
      posix_spawn_file_actions_addclose(&self, descriptor)
    }
  }
}
