// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationProtocol
import LocationTestSupport
import Testing

private let seeds = [
  #"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation","params":{"desiredAccuracy":"best"}}"#,
  #"[{"jsonrpc":"2.0","id":"é","method":"ping"},{"jsonrpc":"2.0","method":"ping"},[],1e400]"#,
  #"{"jsonrpc":"2.0","id":-1.5e3,"method":"startMonitoring","params":{"region":{"identifier":"a\u00e9\ud83d\ude00","#
    + #""polygon":[[1,2],[3.5,-4],[5,6e1]],"notifyOnEntry":true,"x":null}}}"#,
]

/// Replaces, removes, doubles or inserts a few bytes; half of the new ones are JSON's own signs.
private func mutate(_ line: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
  let signs = Array("{}[]\",:\\0123456789eE+-.tfnu \r\n".utf8)
  var line = line
  for _ in 0..<Int.random(in: 1...6, using: &generator) {
    let place = Int.random(in: 0...line.count, using: &generator)
    let byte =
      Bool.random(using: &generator)
      ? signs[Int.random(in: 0..<signs.count, using: &generator)]
      : UInt8.random(in: 0...255, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0 where place < line.count: line[place] = byte
    case 1 where place < line.count: line.remove(at: place)
    case 2:
      let end = min(line.count, place + Int.random(in: 0...40, using: &generator))
      line.insert(contentsOf: line[place..<end], at: place)
    default: line.insert(byte, at: place)
    }
  }
  return line
}

@Suite struct FuzzTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a thousand mutated lines each get a well-formed answer or none`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<1000 {
      let mutated = mutate(Array(seeds[round % seeds.count].utf8), &generator)
      var framer = LineFramer()
      framer.append(mutated + [UInt8(ascii: "\n")])
      while case .line(let line) = framer.next() {
        if let answer = answer(line) {
          _ = try JSONReader.value(of: Array(answer.utf8))
        }
      }
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a thousand mutated frames never stop a client`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let frames = try Samples.callbacks.map { try Frame.encode($0) }
    var readable = 0
    for round in 0..<1000 {
      let mutated = mutate(frames[round % frames.count], &generator)
      if (try? Incoming(mutated)) != nil {
        readable += 1
      }
    }
    #expect((1..<1000).contains(readable))
  }

  @Test func `random bytes are never a request`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let count = Int.random(in: 0...200, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      guard case .failure(let rejection)? = RequestLine(bytes).calls.first else {
        Issue.record("read a request from \(bytes)")
        continue
      }
      #expect(rejection.error.code == -32700 || rejection.error.code == -32600)
    }
  }
}
