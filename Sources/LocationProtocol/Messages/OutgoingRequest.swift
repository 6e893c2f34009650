// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A request as a client sends it.
package struct OutgoingRequest<Parameters: Encodable>: Encodable {
  /// Nil for a notification.
  package var id: RequestID?
  private var jsonrpc = "2.0"
  package var method: String
  package var params: Parameters?

  package init(id: RequestID?, method: String, params: Parameters?) {
    self.id = id
    self.method = method
    self.params = params
  }

  /// One line; throws if a number in the parameters is not finite.
  package func frame() throws -> [UInt8] {
    try JSONText.encode(self) + [UInt8(ascii: "\n")]
  }
}

extension OutgoingRequest where Parameters == EmptyResult {
  /// A request without parameters.
  package init(id: RequestID?, method: String) {
    self.init(id: id, method: method, params: nil)
  }
}
