import Platform
import Locks

/// An executor that runs a command's task on the process's initial thread.
///
/// An asynchronous `main` would run the task on another thread, where no signal interrupts a system call.
/// Ctrl-C could then not end a write to a pipe that nobody reads.
final class MainThread: TaskExecutor {
  private let jobs = Lock<[UnownedJob]>([])
  private let pipe = WakeUpPipe()

  /// Adds a step of the task, from any thread.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    pipe.wake()
  }

  /// Runs a task on this thread, and returns its result.
  func run<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    let outcome = Outcome<Result>()
    Task(executorPreference: self) {
      let result = await body()
      outcome.value.withLock { $0 = result }
    }
    while true {
      // Sound: this thread is the executor's only one, and each job is run once.
      for job in takeJobs() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      if let result = outcome.value.withLock({ $0 }) { return result }
      pipe.wait()
    }
  }

  private func takeJobs() -> [UnownedJob] {
    pipe.drain()
    return jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let value = Lock<Value?>(nil)
  }
}
