// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import Synchronization

/// A program that a test starts: its lines, signals and end; killed when the test lets it go.
package final class ChildProcess {
  package enum Exit: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  package let pid: Int32
  package let output: LineStream
  package let errors: LineStream
  private let leadsGroup: Bool
  private var exit: Exit?

  /// Starts a program with its input at /dev/null.
  ///
  /// `environment` holds changes to this process's own, where nil removes a variable;
  /// `inherited` our descriptors by the number they get in the child. The leader of a process
  /// group gets signals together with all that it starts.
  package init(
    _ program: String,
    _ arguments: [String] = [],
    environment: [String: String?] = [:],
    inherited: [Int32: Int32] = [:],
    leadsGroup: Bool = false
  ) throws {
    let started = try spawning.withLock { _ in
      let output = try Pipe()
      let errors = try Pipe()
      defer {
        close(output.writeEnd)
        close(errors.writeEnd)
      }
      var descriptors = inherited
      descriptors[1] = output.writeEnd
      descriptors[2] = errors.writeEnd
      let pid = try spawn(
        program,
        arguments,
        environment: environment,
        descriptors: descriptors,
        leadsGroup: leadsGroup
      )
      return (pid: pid, output: output.readEnd, errors: errors.readEnd)
    }
    pid = started.pid
    output = try LineStream(OwnedDescriptor(started.output))
    errors = try LineStream(OwnedDescriptor(started.errors))
    self.leadsGroup = leadsGroup
  }

  /// The next line of one of the two streams; the other one is kept flowing.
  package func nextLine(
    from stream: LineStream,
    before deadline: Deadline,
    where suits: (String) throws -> Bool = { _ in true }
  ) throws -> String? {
    while true {
      while let line = stream.takeLine() {
        if try suits(line) { return line }
      }
      if stream.isClosed { return nil }
      guard LineStream.waitForAny([output, errors], before: deadline) else {
        throw TimedOut("a line", seen: output.recent + errors.recent)
      }
    }
  }

  /// Sends a signal unless the process has been waited for already.
  package func signal(_ number: Int32) {
    guard exit == nil else { return }
    _ = Glibc.kill(leadsGroup ? -pid : pid, number)
  }

  /// Waits for the end.
  package func waitForExit(before deadline: Deadline) throws -> Exit {
    while true {
      if let exit = exitIfEnded() { return exit }
      guard !deadline.isOver else {
        throw TimedOut("the end of process \(pid)", seen: output.recent + errors.recent)
      }
      // Its pipes end with it, but a moment before it can be waited for, and others may hold them.
      _ = LineStream.waitForAny([output, errors], before: deadline.limited(to: 0.01))
      if output.isClosed, errors.isClosed { _ = poll(nil, 0, 1) }
    }
  }

  /// How it ended, if it has.
  package func exitIfEnded() -> Exit? {
    if let exit { return exit }
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
    let number = status & 0x7F
    exit = number == 0 ? .code((status >> 8) & 0xFF) : .signal(number)
    return exit
  }

  /// Asks it to end, and makes it if it does not.
  package func stop(_ number: Int32 = SIGTERM) {
    signal(number)
    if (try? waitForExit(before: Deadline(in: 3))) == nil { kill() }
  }

  /// Ends it at once.
  package func kill() {
    guard exit == nil else { return }
    _ = Glibc.kill(leadsGroup ? -pid : pid, SIGKILL)
    _ = try? waitForExit(before: Deadline(in: 5))
  }

  deinit { kill() }
}

/// Held from a pipe's making to the child's start: a pipe that leaked into a child started
/// meanwhile by another test would not end with its own child.
private let spawning = Mutex(())

/// A pipe whose ends are close-on-exec.
private struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }
}

private func spawn(
  _ program: String,
  _ arguments: [String],
  environment: [String: String?],
  descriptors: [Int32: Int32],
  leadsGroup: Bool
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  // Moved up first, so that no dup2 in the child overwrites the source of a later one.
  var moved: [Int32] = []
  defer { for descriptor in moved { close(descriptor) } }
  for (target, source) in descriptors {
    let high = fcntl(source, F_DUPFD_CLOEXEC, 200)
    guard high >= 0 else { throw SystemError("fcntl", errno) }
    moved.append(high)
    posix_spawn_file_actions_adddup2(&actions, high, target)
  }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // Other tests of this process block and ignore signals; the child must start without that.
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
  if leadsGroup { flags |= POSIX_SPAWN_SETPGROUP }
  posix_spawnattr_setflags(&attributes, Int16(flags))

  var variables = ProcessInfo.processInfo.environment
  for (name, value) in environment { variables[name] = value }
  var argumentPointers = ([program] + arguments).map { strdup($0) } + [nil]
  var variablePointers = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for pointer in argumentPointers + variablePointers { free(pointer) } }
  var pid: pid_t = 0
  let code = posix_spawn(
    &pid,
    program,
    &actions,
    &attributes,
    &argumentPointers,
    &variablePointers
  )
  guard code == 0 else { throw SystemError("posix_spawn \(program)", code) }
  return pid
}
