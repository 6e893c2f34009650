// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CoreFoundation

/// A source of one run loop in its common modes, which any thread may signal.
///
/// The loop performs it once for all signals before, also within itself, and `run(mode:before:)`
/// returns after it.
final class RunLoopSource {
  enum Loop {
    case main
    /// The calling thread's.
    case current
  }

  /// What outlives the source while its loop is about to call it.
  private final class Call {
    var perform: () -> Void = {}
  }

  private let loop: CFRunLoop
  private let source: CFRunLoopSource?
  private let call = Call()

  init(of loop: Loop) {
    self.loop =
      switch loop {
      case .main: CFRunLoopGetMain()
      case .current: CFRunLoopGetCurrent()
      }
    var context = unsafe CFRunLoopSourceContext()
    unsafe context.info = Unmanaged.passUnretained(call).toOpaque()
    unsafe context.retain = { info in
      unsafe info.map { _ = unsafe Unmanaged<Call>.fromOpaque($0).retain() }
      return unsafe info
    }
    unsafe context.release = { info in
      unsafe info.map { unsafe Unmanaged<Call>.fromOpaque($0).release() }
    }
    unsafe context.perform = { info in
      unsafe info.map { unsafe Unmanaged<Call>.fromOpaque($0).takeUnretainedValue() }?.perform()
    }
    source = unsafe CFRunLoopSourceCreate(nil, 0, &context)
    CFRunLoopAddSource(self.loop, source, kCFRunLoopCommonModes)
  }

  deinit { CFRunLoopSourceInvalidate(source) }

  /// What the loop does; set before the first signal.
  var perform: () -> Void {
    get { call.perform }
    set { call.perform = newValue }
  }

  func signal() {
    CFRunLoopSourceSignal(source)
    CFRunLoopWakeUp(loop)
  }
}
