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
      ("unit=a", [.unit("a.service")]), ("unit=a.b", [.unit("a.b.service")]),
      ("unit=a@b.socket", [.unit("a@b.socket")]), ("unit=-.mount", [.unit("-.mount")]),
      ("unit=dev-sda\\x2d1.swap", [.unit("dev-sda\\x2d1.swap")]),
      ("uid=7,user-unit=a.scope", [.uid(7), .userUnit("a.scope")]),
      ("user-unit=maps,user=root", [.userUnit("maps.service"), .uid(0)]),
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
      "\"colour\" is not a selector; use all, uid, user, gid, group, unit, user-unit, exe, client, "
        + "session or surface"
    ),
    (
      "unit=spy.service # no spies",
      "unit=spy.service # no spies: a unit's name has letters, digits and :-_.\\@ only; a comment "
        + "needs a line of its own"
    ),
    ("unit=a*.service", "unit=a*.service: a unit's name has letters, digits and :-_.\\@ only"),
    ("unit=a/b.service", "unit=a/b.service: a unit's name has letters, digits and :-_.\\@ only"),
    ("unit=ä.service", "unit=ä.service: a unit's name has letters, digits and :-_.\\@ only"),
    (
      "unit=spy.timer",
      "unit=spy.timer: no process runs in a timer; a unit is a .service, .scope, .socket, .mount, "
        + ".swap"
    ),
    (
      "unit=system.slice",
      "unit=system.slice: no process runs in a slice; a unit is a .service, .scope, .socket, "
        + ".mount, .swap"
    ),
    ("unit=.service", "unit=.service is no name of a unit, as a.service is"),
    ("unit=@a.service", "unit=@a.service is no name of a unit, as a.service is"),
    (
      "unit=a@.service",
      "unit=a@.service is a template; processes run in its instances, as in a@NAME.service"
    ),
    (
      "user-unit=a.service",
      "user-unit=a.service needs user= or uid= beside it: each user names these units"
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
    for text in ["uid=0", "gid=0", "unit=a", "user-unit=a,uid=0", "exe=/a", "client=a"] {
      #expect(try !parse(text).matches(peer))
    }
    #expect(try parse("all").matches(peer) && parse("surface=gpsd,session=s1").matches(peer))
  }

  @Test func `a unit of a user's own manager is an override's target and nobody's permission`()
    throws
  {
    var peer = PeerIdentity(session: "s1", surface: .native)
    peer.uid = 1000
    peer.unit = "user@1000.service"
    peer.userUnit = "maps.service"
    #expect(try !parse("unit=maps.service").matches(peer))
    #expect(try parse("unit=maps.service").targets(peer))
    #expect(try parse("unit=user@1000.service").matches(peer))
    #expect(try parse("uid=1000,user-unit=maps").matches(peer))
    #expect(try parse("uid=1000,user-unit=maps").targets(peer))
    #expect(try !parse("uid=1001,user-unit=maps").matches(peer))
    #expect(try !parse("uid=1000,user-unit=user@1000.service").matches(peer))
    peer.unit = "maps.service"
    peer.userUnit = nil
    #expect(try parse("unit=maps.service").matches(peer))
    #expect(try !parse("uid=1000,user-unit=maps").targets(peer))
  }

  @Test func `a user that there is not matches nobody where it is kept`() throws {
    let kept = try Selector(
      parsing: "user=gone,surface=native",
      uid: { _ in nil },
      gid: { _ in nil },
      keepsUnknown: true
    )
    #expect(kept.terms == [.nobody("user=gone"), .surface(.native)])
    var peer = PeerIdentity(session: "s1", surface: .native)
    peer.uid = 0
    #expect(!kept.matches(peer) && !kept.targets(peer))
  }
}
