// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationProtocol

extension Request {
  /// The one answer to a request of a socket whose methods `Method` names.
  func answer<Method: RawRepresentable<String>>(
    _ perform: (Method, Parameters) throws(RPCError) -> any Encodable
  ) -> Result<any Encodable, RPCError> {
    guard let known = Method(rawValue: method) else { return .failure(.methodNotFound(method)) }
    do throws(RPCError) {
      return .success(try perform(known, parameters))
    } catch {
      return .failure(error)
    }
  }
}
