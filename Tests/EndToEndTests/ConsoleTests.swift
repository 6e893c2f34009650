// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// The console as `locationctl` starts it, its server and its page.
@Suite struct ConsoleTests {
  private static var hasBrowser: Bool {
    ["chromium", "chromedriver", "python3"].allSatisfy { Project.systemProgram($0) != nil }
      && FileManager.default.fileExists(atPath: "/usr/share/javascript/leaflet/leaflet.js")
  }

  private static let checks = [
    "the_address_opens_once", "other_hosts_and_origins_are_refused",
    "a_page_of_another_origin_changes_nothing", "click_sets", "drag_moves",
    "a_quick_drag_moves_as_far", "undo_goes_back",
    "over_180_degrees_all_stays_in_view", "a_typed_place_is_set",
    "what_ended_is_not_told_any_more", "another_browser_follows", "what_is_set_next_has_terms",
    "favourites_and_history_stay", "the_arrow_keys_drive", "every_change_has_a_form",
    "fields_are_in_the_chosen_units", "a_short_touch_of_the_pad_is_a_stop",
    "a_drive_that_is_cleared_stays_so", "letters_and_blanks_are_read", "the_focus_is_seen",
    "a_drawn_route_plays", "a_file_plays", "a_file_of_one_place_stays_in_view",
    "part_of_a_dropped_file_plays", "a_file_of_many_points_plays_and_is_sought",
    "a_part_of_a_long_file_ends_where_it_is_to", "all_points_of_a_long_file_are_played",
    "a_route_begun_elsewhere_has_its_line",
    "a_scenario_has_its_parameters", "ways_over_180_degrees_are_drawn_in_pieces",
    "what_a_file_lacks_is_told", "files_that_are_not_taken_are_told",
    "the_file_that_was_chosen_last_counts",
    "a_route_comes_back_where_it_was", "an_ended_route_begins_anew",
    "targets_match_who_they_are_made_of", "programs_are_listed_and_explained",
    "a_decision_reaches_its_program",
    "the_real_location_stays_in_sight", "regions_are_shown", "visits_are_marked",
    "the_log_has_a_filter", "charts_and_sky_show_values", "fast_updates_stay_smooth",
    "the_session_is_downloaded", "nothing_is_asked_outside", "no_error_is_on_the_console",
    "the_audit_finds_nothing", "take_screenshots",
    "tiles_are_the_only_thing_from_outside_and_the_page_heals", "a_stay_is_marked_on_the_map",
  ]

  @Test(
    .enabled(if: hasBrowser, "needs Debian's chromium, chromium-driver and libjs-leaflet"),
    .timeLimit(.minutes(8))
  )
  func `the page does in Chromium what it says`() throws {
    let scene = try SurfaceScene()
    let console = try ChildProcess(
      try Project.program("locationctl"),
      ["console"],
      environment: scene.daemon.environment
    )
    let address = try #require(
      try console.nextLine(from: console.output, before: Deadline(in: 20))
    )
    var arguments = [
      "\(Project.root)/Tests/Browser/console.py", address, try Project.program("locationctl"),
      CommandScene.trap("gpx-no-time.gpx"),
    ]
    // Only on demand: they are documents.
    if let folder = ProcessInfo.processInfo.environment["CONSOLE_SCREENSHOTS"] {
      arguments.append(folder)
    }
    let python = try ChildProcess(
      try Project.requiredProgram("python3"),
      arguments,
      environment: scene.daemon.environment
    )
    let lines = try python.output.remainingLines(before: Deadline(in: 400))
    let errors = try python.errors.remainingLines(before: Deadline(in: 10))
    #expect(try python.waitForExit(before: Deadline(in: 10)) == .code(0), "\(errors)")
    #expect(lines == Self.checks)
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test func `without right to override the page says so and stays readable`() throws {
    let scene = try CommandScene()
    var environment = scene.daemon.environment
    environment["LOCATIOND_CONTROL_SOCKET"] = "/nonexistent/control.sock"
    let console = try ChildProcess(
      try Project.program("locationctl"),
      ["console"],
      environment: environment
    )
    let client = try ConsoleClient(console)
    let links = try client.event("links", before: Deadline(in: 10)) {
      $0.object("subscriber")?.flag("isConnected") == true
        && $0.object("control")?.text("reason")?.contains("/nonexistent/control.sock") == true
    }
    #expect(links.object("control")?.flag("isConnected") == false)
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test func `a daemon that hangs is told, and heals when it goes on`() throws {
    let scene = try CommandScene()
    let console = try ChildProcess(
      try Project.program("locationctl"),
      ["console"],
      environment: scene.daemon.environment
    )
    let client = try ConsoleClient(console)
    let isThere = { (links: JSONObject) in
      links.object("subscriber")?.flag("isConnected") == true
        && links.object("control")?.flag("isConnected") == true
    }
    _ = try client.event("links", before: Deadline(in: 10), where: isThere)
    scene.daemon.process.signal(SIGSTOP)
    for name in ["subscriber", "control"] {
      let links = try client.event("links", before: Deadline(in: 15)) {
        $0.object(name)?.flag("isConnected") == false
      }
      #expect(links.object(name)?.text("reason") == "it does not answer")
      if name == "subscriber", links.object("control")?.flag("isConnected") == false { break }
    }
    scene.daemon.process.signal(SIGCONT)
    _ = try client.event("links", before: Deadline(in: 10), where: isThere)
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test func `connections that say half of a request, or a byte now and then, keep nobody out`()
    throws
  {
    let scene = try CommandScene()
    let console = try scene.start(["console"])
    let client = try ConsoleClient(console)
    var halves: [LineStream] = []
    for _ in 0..<150 { halves.append(try client.openHalf()) }
    #expect(try client.headers("/tables").first == "HTTP/1.1 200 OK")
    // All of them are closed in the end, those too that were never silent for long.
    let deadline = Deadline(in: 20)
    var dripping = halves[..<75]
    while !dripping.isEmpty {
      _ = try? halves[149].nextLine(before: Deadline(in: 1))
      dripping = dripping.filter { (try? $0.send("x")) != nil }
      try #require(deadline.remainingMilliseconds > 0, "\(dripping.count) still drip")
    }
    for half in halves[75...] { _ = try half.remainingLines(before: deadline) }
    #expect(try client.headers("/tables").first == "HTTP/1.1 200 OK")
    // The stream of the page, which goes on for ever, is none of them.
    _ = try client.event("state", before: Deadline(in: 10))
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test func `an address that is refused is not kept open`() throws {
    let scene = try CommandScene()
    let console = try scene.start(["console"])
    let client = try ConsoleClient(console)
    let stranger = try client.open()
    try stranger.send("GET /tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    let lines = try stranger.remainingLines(before: Deadline(in: 5))
    #expect(lines.first?.hasPrefix("HTTP/1.1 403 ") == true)
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test func `another address of the loopback is known by the name that is printed`() throws {
    let scene = try CommandScene()
    let console = try scene.start(["console", "--listen", "127.0.0.2:0"])
    let client = try ConsoleClient(console)
    #expect(try client.headers("/tables").first == "HTTP/1.1 200 OK")
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test func `the daemon's end is told, and its return heals`() throws {
    let folder = try TemporaryFolder()
    var scene: CommandScene? = try CommandScene(folder: folder)
    let environment = try #require(scene?.daemon.environment)
    let console = try ChildProcess(
      try Project.program("locationctl"),
      ["console"],
      environment: environment
    )
    let client = try ConsoleClient(console)
    _ = try client.event("state", before: Deadline(in: 10))
    _ = try scene?.daemon.terminate(before: Deadline(in: 10))
    scene = nil
    _ = try client.event("links", before: Deadline(in: 10)) {
      $0.object("control")?.flag("isConnected") == false
    }
    scene = try CommandScene(folder: folder)
    _ = try client.event("links", before: Deadline(in: 10)) {
      $0.object("control")?.flag("isConnected") == true
        && $0.object("subscriber")?.flag("isConnected") == true
    }
    _ = try client.event("state", before: Deadline(in: 10))
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test func `a connection that is silent does not hold up the stream`() throws {
    let scene = try CommandScene()
    let console = try scene.start(["console"])
    let client = try ConsoleClient(console)
    let silent = try client.openSilently()
    // The console is told something every second, whatever libmicrohttpd waits for.
    let deadline = Deadline(in: 20)
    for _ in 0..<6 { _ = try client.event("state", before: deadline) }
    withExtendedLifetime(silent) {}
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test func `a lease ends with its page`() throws {
    let scene = try CommandScene()
    let console = try scene.start(["console"])
    var client: ConsoleClient? = try ConsoleClient(console)
    let answer = try #require(
      try client?.post(
        "/rpc",
        #"{"method":"setOverride","params":{"kind":"set","latitude":1,"longitude":2,"lease":true},"#
      )
    )
    #expect(answer.hasPrefix("HTTP/1.1 200"))
    #expect(try scene.overrides().count == 1)
    client = nil
    // The console looks every five seconds whether its pages are there.
    try scene.waitForOverrides(0, before: Deadline(in: 15))
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test func `a socket file is for its user alone and goes with the console`() throws {
    let scene = try CommandScene()
    let path = scene.daemon.folder.path("console.sock")
    let console = try scene.start(["console", "--json", "--unix", path])
    let line = try console.nextLine(from: console.output, before: Deadline(in: 10))
    let address = line.flatMap { JSONObject($0) }?.text("address")
    #expect(address?.hasPrefix("http://localhost/?token=") == true)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    arguments: [
      ([], "img-src 'self' data:;"),
      (
        ["--tiles", "https://tile.example/{z}/{x}/{y}.png"],
        "img-src 'self' data: https://tile.example;"
      ),
    ] as [([String], String)]
  )
  func `the page may load nothing from elsewhere but tiles`(
    arguments: [String],
    images: String
  ) throws {
    let scene = try CommandScene()
    let console = try scene.start(["console"] + arguments)
    let client = try ConsoleClient(console)
    let headers = try client.headers("/")
    #expect(headers.first == "HTTP/1.1 200 OK")
    #expect(
      headers.contains(
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
          + "connect-src 'self'; \(images) base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'"
      )
    )
    #expect(headers.contains("X-Content-Type-Options: nosniff"))
    #expect(headers.contains("Referrer-Policy: no-referrer"))
    #expect(try client.headers("/page/../Main.swift").first == "HTTP/1.1 404 Not Found")
    #expect(try client.headers("/page/%2e%2e/%2e%2e/etc/passwd").first == "HTTP/1.1 404 Not Found")
    #expect(try client.headers("/page/app.js%00.css").first == "HTTP/1.1 404 Not Found")
    #expect(try client.headers("/page/app%2ejs").first == "HTTP/1.1 200 OK")
  }

  @Test func `the browser gets the address by a file that only the user can read`() throws {
    let scene = try CommandScene()
    let folder = scene.daemon.folder
    let opened = folder.path("opened")
    try folder.writeProgram(
      "#!/bin/sh\n{ stat -c %a \"$1\"; echo \"$1\"; cat \"$1\"; } >\(opened).new\n"
        + "mv \(opened).new \(opened)\n",
      to: "xdg-open"
    )
    var environment = scene.daemon.environment
    environment["PATH"] = "\(folder.path):/usr/bin:/bin"
    environment["XDG_RUNTIME_DIR"] = folder.path
    let console = try ChildProcess(
      try Project.program("locationctl"),
      ["console", "--open"],
      environment: environment
    )
    let client = try ConsoleClient(console)
    let text = try Deadline(in: 10).wait(for: "the browser") {
      try? String(contentsOfFile: opened, encoding: .utf8)
    }
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "600")
    #expect(lines.last?.contains("0;url=http://127.0.0.1:") == true)
    #expect(try client.headers("/").first == "HTTP/1.1 200 OK")
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
    #expect(lines.count > 1 && !FileManager.default.fileExists(atPath: lines[1]))
  }

  @Test(
    arguments: [
      (["--listen", "8080"], Int32(65)), (["--tiles", "ftp://x/{z}/{x}/{y}"], 65),
      (["--listen", "127.0.0.1:0", "--unix", "/tmp/x"], 64), (["--port", "1"], 64),
    ] as [([String], Int32)]
  )
  func `bad options are refused`(arguments: [String], code: Int32) throws {
    let scene = try CommandScene()
    #expect(try scene.run(["console"] + arguments).exit == .code(code))
  }
}
