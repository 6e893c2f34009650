// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

@Suite struct SelectorTests {
  private func parse(_ text: String) throws -> Selector {
    try Selector(
      parsing: text,
      uid: { $0 == "root" ? 0 : nil },
      gid: { $0 == "adm" ? 4 : nil }
    )
  }

  @Test(
    arguments: [
      ("all", []), ("uid=0", [.uid(0)]), ("uid=4294967295", [.uid(.max)]), ("user=root", [.uid(0)]),
      ("gid=4", [.gid(4)]), ("group=adm", [.gid(4)]), ("unit=a.service", [.unit("a.service")]),
      ("exe=/usr/bin/a=b", [.executable("/usr/bin/a=b")]), ("client=my maps", [.client("my maps")]),
      ("session=s4", [.session("s4")]), ("surface=nmea", [.surface(.nmea)]),
      ("uid=0,unit=a.service", [.uid(0), .unit("a.service")]),
    ] as [(String, [Selector.Term])]
  )
  func `a selector is its terms`(text: String, terms: [Selector.Term]) throws {
    let selector = try parse(text)
    #expect(selector.terms == terms && selector.text == text)
  }

  @Test(arguments: [
    ("", "\"\" is not a term of the form key=value"),
    ("uid", "\"uid\" is not a term of the form key=value"),
    ("uid=", "\"uid=\" is not a term of the form key=value"),
    ("uid=0,", "\"\" is not a term of the form key=value"),
    ("all,uid=0", "\"all\" is not a term of the form key=value"),
    ("uid=-1", "uid=-1 is not a number 0 … 4294967295"),
    ("gid=4294967296", "gid=4294967296 is not a number 0 … 4294967295"),
    ("uid=0x10", "uid=0x10 is not a number 0 … 4294967295"),
    ("uid=+5", "uid=+5 is not a number 0 … 4294967295"),
    ("user=nobody-here", "user=nobody-here: there is no such user"),
    ("group=none", "group=none: there is no such group"),
    ("surface=web", "surface=web is not native, gpsd or nmea"),
    (
      "colour=red",
      "\"colour\" is not a selector; use all, uid, user, gid, group, unit, exe, client, session "
        + "or surface"
    ),
  ])
  func `a bad selector is refused with its term`(text: String, reason: String) {
    #expect(throws: SelectorError(description: reason)) { try parse(text) }
  }

  @Test func `two selectors are equal that mean the same`() throws {
    #expect(try parse("user=root") == parse("uid=0"))
    #expect(try parse("uid=0,gid=4") == parse("group=adm,uid=0"))
    #expect(try parse("uid=0") != parse("gid=0"))
    #expect(try Set([parse("user=root"), parse("uid=0")]).count == 1)
  }

  @Test func `what the kernel did not tell matches nothing`() throws {
    let peer = PeerIdentity(session: "s1", surface: .gpsd)
    for text in ["uid=0", "gid=0", "unit=a", "exe=/a", "client=a"] {
      #expect(try !parse(text).matches(peer))
    }
    #expect(try parse("all").matches(peer) && parse("surface=gpsd,session=s1").matches(peer))
  }
}
