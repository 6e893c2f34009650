// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationProtocol

/// How the bytes of one peer become requests, and how each of them is answered.
protocol Dialogue: AnyObject {
  /// Adds what was read.
  func append(_ bytes: ArraySlice<UInt8>)

  /// Handles the next whole request; false until more bytes come.
  func handleNext(of session: Session) -> Bool

  /// Handles what stands at the end when the peer has ended its side.
  func handleRemainder(of session: Session)

  /// Whether requests wait for something that the peer does not decide.
  var isHeld: Bool { get }

  /// Whether a peer that will ask nothing more is still told things.
  func outlivesRequests(of session: Session) -> Bool

  /// What a peer is told that finds no place; empty where the protocol has no word for it.
  func refusal(_ reason: String) -> [UInt8]
}

/// JSON-RPC in lines: the subscriber and the control socket.
final class RPCDialogue: Dialogue {
  typealias Handler = (Session, Request) -> Result<any Encodable, RPCError>

  /// Sees to what a line needs; true if it can be carried out now, else it calls back.
  typealias Preparation = (RequestLine, @escaping () -> Void) -> Bool

  private let handler: Handler
  private let prepare: Preparation?
  private var framer = LineFramer()
  private(set) var isHeld = false

  init(_ handler: @escaping Handler, prepare: Preparation? = nil) {
    self.handler = handler
    self.prepare = prepare
  }

  func append(_ bytes: ArraySlice<UInt8>) {
    framer.append(bytes)
  }

  func handleNext(of session: Session) -> Bool {
    guard let event = framer.next() else { return false }
    handle(event, of: session)
    return true
  }

  func handleRemainder(of session: Session) {
    if let event = framer.takeRemainder() { handle(event, of: session) }
  }

  func outlivesRequests(of session: Session) -> Bool {
    session.subscriptions.hasAny || session.watchesAuthorization || session.holdsLease
  }

  func refusal(_ reason: String) -> [UInt8] {
    Response(id: .null, error: .noRoom(reason)).frame
  }

  private func handle(_ event: LineFramer.Event, of session: Session) {
    switch event {
    case .line(let line):
      let requests = RequestLine(line)
      let isReady = prepare?(requests) { [weak self, weak session] in
        guard let self, let session else { return }
        isHeld = false
        guard !session.isClosed else { return }
        carryOut(requests, of: session)
        session.resume()
      }
      if isReady ?? true { carryOut(requests, of: session) } else { isHeld = true }
    case .tooLong:
      session.addReply(Response(id: .null, error: .lineTooLong).frame)
      session.closeWhenSent("request line too long")
    }
  }

  private func carryOut(_ requests: RequestLine, of session: Session) {
    var reply = Reply(to: requests)
    for call in requests.calls { answer(call, of: session, in: &reply) }
    if let frame = reply.frame { session.addReply(frame) }
    session.settle()
  }

  private func answer(
    _ call: Result<Request, Rejection>,
    of session: Session,
    in reply: inout Reply
  ) {
    switch call {
    case .failure(let rejection):
      reply.append(rejection)
    case .success(let request):
      let result = handler(session, request)
      guard let id = request.id else { return }
      switch result {
      case .success(let value): reply.append(Response(id: id, result: value))
      case .failure(let error): reply.append(Response(id: id, error: error))
      }
    }
  }
}
