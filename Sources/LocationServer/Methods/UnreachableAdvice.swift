// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// What to try about a gpsd that is not reached, by where it is and by what stopped the attempt.
extension UpstreamStatus {
  /// Whether it is on this machine.
  var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  private var port: Substring {
    let address = endpoint.drop { $0 != "]" }
    return (address.isEmpty ? endpoint[...] : address).drop { $0 != ":" }.dropFirst()
      .prefix { $0 != ":" }
  }

  /// The packaged unit lets the daemon speak to this machine only.
  private var drop: String {
    "the packaged unit lets only this machine through: systemctl edit locationd, "
      + "[Service] IPAddressAllow="
  }

  var unreachableAdvice: StatusAdvice {
    if isHanging {
      return StatusAdvice(
        .gpsd,
        "gpsd at \(endpoint) takes connections and does not answer",
        next: isLocal
          ? "it hangs, or another program has its port: ss -ltnp 'sport = :\(port)' tells; "
            + "systemctl restart gpsd"
          : "it hangs, or it is no gpsd: restart it on \(host)"
      )
    }
    guard state != "idle" else {
      return StatusAdvice(
        .gpsd,
        "gpsd at \(endpoint) has not answered so far",
        next: isLocal
          ? "see whether it runs, and whether it hangs: systemctl status gpsd"
          : "see whether \(host) is reached at all: ping \(host); \(drop)\(host)"
      )
    }
    return StatusAdvice(
      .gpsd,
      "gpsd at \(endpoint) is not reached" + (reason.map { ": \($0)" } ?? ""),
      next: isLocal ? "check that gpsd runs there: systemctl status gpsd" : remoteNext
    )
  }

  /// By the words of libgps and of the system.
  private var remoteNext: String {
    switch reason {
    case "can't get host entry":
      "the name \(host) does not resolve: getent hosts \(host); "
        + "a name server elsewhere needs IPAddressAllow=, too (docs/service.md)"
    case "Connection refused":
      "\(host) is reached and no gpsd listens there: it needs -G, or ListenStream= in its gpsd.socket"
    case "No route to host", "Network is unreachable":
      "there is no way to \(host): ip route get \(host); see also its power and cable"
    case "Connection timed out":
      "\(host) does not answer, or a firewall is between; \(drop)\(host)"
    case "Operation not permitted", "Permission denied":
      "the system forbids it; \(drop)\(host)"
    default:
      "see whether gpsd runs on \(host); \(drop)\(host)"
    }
  }
}
