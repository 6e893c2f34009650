// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Classes that never change and may be sent to other threads, and that are open nevertheless. The
// compiler proves it of final classes only. It takes the word of programs that subclass them, as
// it does for Apple's, only where it took ours. See docs/decisions/0013.

extension CLLocation: @unchecked Sendable {}
extension CLPlacemark: @unchecked Sendable {}
extension CLBeaconIdentityCondition: @unchecked Sendable {}
