// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// Rule of this manifest: targets stand in the order in which a fix flows through them, each with
// its tests right after it, one dependency per line. `scripts/check-architecture` holds the
// import table that these dependencies spell out.

import PackageDescription

/// Every Swift target: Swift 6 mode, warnings are errors, the upcoming language features.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
/// Source targets add strict memory safety; test macros do not compile under it.
let strict: [SwiftSetting] = common + [.strictMemorySafety()]
/// Apple's managers and delegates are not Sendable and live on the main thread; programs written
/// for them are mostly in this language mode, and so is the module that stands in.
let confined: [SwiftSetting] = [
  .swiftLanguageMode(.v5),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
/// Examples are written as a newcomer's program is: the language as it comes.
let example: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "locationd",
  products: [
    .executable(name: "locationd", targets: ["locationd"]),
    .executable(name: "locationctl", targets: ["locationctl"]),
    .executable(name: "location-mqtt", targets: ["location-mqtt"]),
    .executable(name: "locationctl-console", targets: ["locationctl-console"]),
    .library(name: "LocationClient", targets: ["LocationClient"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
  ],
  targets: [
    // System libraries and C wrappers.
    .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
    .systemLibrary(
      name: "CSystemd",
      pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]
    ),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CCairo"),
    .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]
    ),
    .systemLibrary(
      name: "CMicroHTTPD",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]
    ),
    .target(name: "CLinux"),
    .target(name: "CUring", linkerSettings: [.linkedLibrary("uring")]),
    .target(
      name: "CMosquitto",
      linkerSettings: [
        .linkedLibrary("mosquitto"),
        .linkedLibrary("ssl"),
        .linkedLibrary("crypto"),
      ]
    ),
    .target(
      name: "CGeodesic",
      linkerSettings: [.linkedLibrary("GeographicLib")]
    ),
    .target(
      name: "CGeographic",
      linkerSettings: [.linkedLibrary("GeographicLib")]
    ),

    // The domain: values, epochs, override stage, regions, filters. No input, output or clock.
    .target(
      name: "LocationCore",
      dependencies: ["CGeodesic"],
      swiftSettings: strict,
      linkerSettings: [.linkedLibrary("m")]
    ),
    .testTarget(
      name: "LocationCoreTests",
      dependencies: [
        "LocationCore",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),

    // The wire: framing, envelope, messages, encoders.
    .target(
      name: "LocationProtocol",
      dependencies: ["LocationCore"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LocationProtocolTests",
      dependencies: [
        "LocationProtocol",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),

    // Owned descriptors, event loop, timers, signals, sockets, service manager.
    .target(
      name: "LinuxIO",
      dependencies: [
        "CInih",
        "CLinux",
        "CSystemd",
        "CUring",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LinuxIOTests",
      dependencies: ["LinuxIO"],
      swiftSettings: common
    ),

    // The upstream: libgps on the loop.
    .target(
      name: "GPSDSource",
      dependencies: [
        "CGPS",
        "LinuxIO",
        "LocationCore",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "GPSDSourceTests",
      dependencies: [
        "GPSDSource",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),

    // Listeners, sessions, dispatcher, access policy.
    .target(
      name: "LocationServer",
      dependencies: [
        "LinuxIO",
        "LocationCore",
        "LocationProtocol",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LocationServerTests",
      dependencies: [
        "LocationCore",
        "LocationServer",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),

    // The daemon.
    .executableTarget(
      name: "locationd",
      dependencies: [
        "GPSDSource",
        "LinuxIO",
        "LocationCore",
        "LocationProtocol",
        "LocationServer",
      ],
      swiftSettings: strict
    ),

    // The client side.
    .target(
      name: "LocationClient",
      dependencies: [
        "LinuxIO",
        "LocationCore",
        "LocationProtocol",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LocationClientTests",
      dependencies: [
        "LinuxIO",
        "LocationClient",
        "LocationCore",
        "LocationProtocol",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),
    // Names of Apple's headers, for `import CoreLocation.CLLocation`.
    .systemLibrary(name: "CoreLocationHeaders"),
    .target(
      name: "CoreLocation",
      dependencies: [
        "CoreLocationHeaders",
        "LocationClient",
      ],
      swiftSettings: confined
    ),
    .testTarget(
      name: "CoreLocationTests",
      dependencies: [
        "CoreLocation",
        "LocationClient",
        "LocationTestSupport",
      ],
      // Apple's spelling, as programs have it: no other language feature is on.
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    // A program with run loops, for the tests above.
    .executableTarget(
      name: "run-loop-program",
      dependencies: ["CoreLocation"],
      path: "Tests/RunLoopProgram",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    // The same for programs in the Swift 6 language mode.
    .testTarget(
      name: "CoreLocationSwift6Tests",
      dependencies: [
        "CoreLocation",
        "LocationTestSupport",
      ],
      swiftSettings: example
    ),
    .target(
      name: "TrackFiles",
      dependencies: [
        "CExpat",
        "LocationCore",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TrackFilesTests",
      dependencies: [
        "LocationTestSupport",
        "TrackFiles",
      ],
      resources: [.copy("Tracks")],
      swiftSettings: common
    ),
    .target(
      name: "ControlRequests",
      dependencies: [
        "LocationCore",
        "LocationProtocol",
        "TrackFiles",
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "locationctl",
      dependencies: [
        "CCairo",
        "CCurses",
        "ControlRequests",
        "LinuxIO",
        "LocationClient",
        "LocationCore",
        "LocationProtocol",
        "TrackFiles",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "locationctlTests",
      dependencies: [
        "locationctl",
        "ControlRequests",
        "LinuxIO",
        "LocationClient",
        "LocationCore",
        "LocationProtocol",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),

    // The publisher to an MQTT broker, a service of its own.
    .target(
      name: "LocationMQTT",
      dependencies: [
        "CMosquitto",
        "CSQLite",
        "LinuxIO",
        "LocationCore",
        "LocationProtocol",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LocationMQTTTests",
      dependencies: [
        "LinuxIO",
        "LocationCore",
        "LocationMQTT",
        "LocationProtocol",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),
    .executableTarget(
      name: "location-mqtt",
      dependencies: [
        "LinuxIO",
        "LocationCore",
        "LocationMQTT",
      ],
      swiftSettings: strict
    ),

    // The console: a page on this machine, and the server behind it.
    .target(
      name: "LocationConsole",
      dependencies: [
        "CGeographic",
        "CMicroHTTPD",
        "ControlRequests",
        "LinuxIO",
        "LocationClient",
        "LocationCore",
        "LocationProtocol",
        "TrackFiles",
      ],
      exclude: ["Page"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "LocationConsoleTests",
      dependencies: [
        "LocationConsole",
        "LinuxIO",
        "LocationClient",
        "LocationCore",
        "LocationProtocol",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),
    .executableTarget(
      name: "locationctl-console",
      dependencies: [
        "LinuxIO",
        "LocationConsole",
      ],
      swiftSettings: strict
    ),

    // One program for each way to use the client; see docs/swift-client.md.
    .executableTarget(
      name: "follow",
      dependencies: ["LocationClient"],
      path: "Examples/follow",
      swiftSettings: example
    ),
    .executableTarget(
      name: "delegate",
      dependencies: ["LocationClient"],
      path: "Examples/delegate",
      swiftSettings: example
    ),
    .executableTarget(
      name: "closure",
      dependencies: ["LocationClient"],
      path: "Examples/closure",
      swiftSettings: example
    ),
    .executableTarget(
      name: "stream",
      dependencies: ["LocationClient"],
      path: "Examples/stream",
      swiftSettings: example
    ),
    .executableTarget(
      name: "proxy",
      dependencies: ["LocationClient"],
      path: "Examples/proxy",
      swiftSettings: example
    ),
    .executableTarget(
      name: "service",
      dependencies: ["LocationClient"],
      path: "Examples/service",
      swiftSettings: example
    ),
    .executableTarget(
      name: "geofence",
      dependencies: ["LocationClient"],
      path: "Examples/geofence",
      swiftSettings: example
    ),

    // The bundled recording of a drive, and its player.
    .executableTarget(
      name: "make-recording",
      dependencies: [
        "LinuxIO",
        "LocationCore",
      ],
      swiftSettings: strict
    ),

    // Test support and the tests that start the real programs.
    .target(
      name: "LocationTestSupport",
      dependencies: [
        "CLinux",
        "LinuxIO",
      ],
      path: "Tests/LocationTestSupport",
      swiftSettings: common
    ),
    // Ways in for bytes that nobody vouches for: replayed by tests, and by `make fuzz`.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "GPSDSource",
        "LinuxIO",
        "LocationCore",
        "LocationProtocol",
        "LocationServer",
        "TrackFiles",
      ],
      path: "Tests/FuzzTargets",
      swiftSettings: common
    ),
    .testTarget(
      name: "CorpusTests",
      dependencies: [
        "FuzzTargets",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "LinuxIO",
        "LocationCore",
        "LocationTestSupport",
      ],
      swiftSettings: common
    ),

    // What it costs, beside the floor and the peers: `make bench`.
    .executableTarget(
      name: "bench-roles",
      path: "Benchmarks/bench-roles",
      linkerSettings: [.linkedLibrary("gps")]
    ),
    .executableTarget(
      name: "locationd-bench",
      dependencies: [
        "LinuxIO",
        "LocationCore",
        "LocationProtocol",
        "LocationTestSupport",
      ],
      path: "Benchmarks/locationd-bench",
      swiftSettings: common
    ),
    .executableTarget(
      name: "mqtt-load",
      dependencies: [
        "LinuxIO",
        "LocationMQTT",
        "LocationTestSupport",
      ],
      path: "Benchmarks/mqtt-load",
      swiftSettings: common
    ),
  ],
  cxxLanguageStandard: .cxx17
)
