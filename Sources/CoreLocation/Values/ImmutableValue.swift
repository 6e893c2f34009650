// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A class that never changes and may be sent to other threads, and that is open nevertheless.
///
/// Apple's are. The compiler proves it of final classes only, so the requirement is marked as older
/// than the check. See docs/decisions/0013.
@preconcurrency protocol ImmutableValue: Sendable {}
