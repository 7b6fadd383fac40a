internal import CEvent

/// The sole owner of a libevent loop and its timer; for the thread that runs the loop.
///
/// Sound throughout: the loop and both events are created in the initialiser, used on one thread and freed
/// in `deinit`, the events before the loop. libevent's callbacks get this object, which owns the events.
@safe package final class EventBase {
  let raw: OpaquePointer
  private var timer: OpaquePointer?
  private var wake: OpaquePointer?
  private var onTimer: () -> Void = {}
  private var onWake: () -> Void = {}

  /// Creates a loop that wakes up when a descriptor is readable.
  package init(wokenBy descriptor: Int32) throws(SocketServerError) {
    guard let raw = unsafe event_base_new() else {
      throw .outOfResources(function: "event_base_new")
    }
    unsafe self.raw = raw
    // Sound: both events are freed before the object that their contexts point to.
    unsafe timer = event_new(
      raw, -1, 0,
      { _, _, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<EventBase>.fromOpaque(context).takeUnretainedValue().onTimer()
      }, Unmanaged.passUnretained(self).toOpaque())
    unsafe wake = event_new(
      raw, descriptor, Int16(EV_READ | EV_PERSIST),
      { _, _, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<EventBase>.fromOpaque(context).takeUnretainedValue().onWake()
      }, Unmanaged.passUnretained(self).toOpaque())
    guard let wake = unsafe wake, unsafe timer != nil, unsafe event_add(wake, nil) == 0 else {
      throw .outOfResources(function: "event_new")
    }
  }

  deinit {
    if let timer = unsafe timer { unsafe event_free(timer) }
    if let wake = unsafe wake { unsafe event_free(wake) }
    unsafe event_base_free(raw)
  }

  /// Runs the loop until ``stop()``.
  ///
  /// - Parameters:
  ///   - onTimer: Called when the timer fires.
  ///   - onWake: Called when the descriptor is readable; it must read everything from the descriptor.
  package func run(onTimer: @escaping () -> Void, onWake: @escaping () -> Void) {
    (self.onTimer, self.onWake) = (onTimer, onWake)
    unsafe event_base_loop(raw, EVLOOP_NO_EXIT_ON_EMPTY)
    (self.onTimer, self.onWake) = ({}, {})
  }

  /// Ends the run; for the functions that the loop calls.
  package func stop() { unsafe _ = event_base_loopbreak(raw) }

  /// Sets the timer; `nil` stops it.
  package func setTimer(_ delay: Duration?) {
    guard let timer = unsafe timer else { return }
    guard let delay else {
      unsafe event_del(timer)
      return
    }
    let (seconds, microseconds) = Self.roundedUp(max(delay, .zero))
    var interval = timeval(tv_sec: seconds, tv_usec: .init(microseconds))
    unsafe event_add(timer, &interval)
  }

  /// Returns a duration rounded up to microseconds, so that due work is due when the timer fires.
  package static func roundedUp(_ duration: Duration) -> (seconds: Int, microseconds: Int) {
    let (seconds, attoseconds) = duration.components
    return (Int(seconds), Int((attoseconds + 999_999_999_999) / 1_000_000_000_000))
  }
}
