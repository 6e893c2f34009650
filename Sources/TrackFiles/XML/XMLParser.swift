// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CExpat

/// Receives the elements of one document; may refuse it at any point.
protocol XMLHandler: AnyObject {
  func startElement(_ name: XMLName, in parser: XMLParser) throws(TrackFailure)
  func endElement(in parser: XMLParser) throws(TrackFailure)
  /// A piece of text, entities and CDATA resolved; cut anywhere.
  func text(_ bytes: Span<UInt8>, in parser: XMLParser) throws(TrackFailure)
}

/// Expat, fed piece by piece, with the limits that a hostile file needs.
///
/// No track format needs a document type definition, so one with content is refused: that leaves
/// no entity to expand and no external file to fetch.
@safe final class XMLParser {
  /// Elements inside elements; GPX with extensions needs about eight.
  static let deepest = 100
  /// Bytes of a single token (a comment, a tag with its attributes) that Expat has to keep.
  static let longestToken = 1 << 20

  private let expat: OpaquePointer
  private unowned let handler: any XMLHandler
  private var scopes = XMLNamespaceScopes()
  private var depth = 0
  private var failure: TrackFailure?
  private var attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  private var unknownEncoding: String?
  /// Since the last token that Expat reported.
  private var silentBytes = 0

  init(encoding: String?, handler: any XMLHandler) throws(TrackFailure) {
    guard let expat = unsafe XML_ParserCreate(encoding) else {
      throw TrackFailure(reason: "no memory for the XML parser")
    }
    unsafe self.expat = expat
    self.handler = handler
    unsafe attributes = nil
    installHandlers()
  }

  deinit {
    unsafe XML_ParserFree(expat)
  }

  /// Line of the token being reported, the first being 1.
  var line: Int { unsafe Int(XML_GetCurrentLineNumber(expat)) }

  func parse(_ bytes: Span<UInt8>, isFinal: Bool) throws(TrackFailure) {
    silentBytes += bytes.count
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        expat,
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: buffer.count),
        isFinal ? 1 : 0
      )
    }
    if let failure { throw failure }
    guard status == XML_STATUS_OK else { throw syntaxFailure(isAtEnd: isFinal) }
    guard silentBytes <= Self.longestToken else {
      throw TrackFailure(line: line, reason: "a tag or comment longer than 1 MiB")
    }
  }

  private func syntaxFailure(isAtEnd: Bool) -> TrackFailure {
    let code = unsafe XML_GetErrorCode(expat)
    if let unknownEncoding {
      return TrackFailure(line: line, reason: "unknown encoding \(unknownEncoding)")
    }
    switch code {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR:
      return TrackFailure(line: line, reason: "the file is truncated or not XML")
    default:
      let text = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
      return TrackFailure(
        line: line,
        reason: (text ?? "not well-formed") + (isAtEnd ? ": the file is truncated" : "")
      )
    }
  }

  /// The value of an attribute of the element that is being started.
  func withAttribute<Result>(
    _ name: String,
    _ body: (Span<UInt8>) -> Result?
  ) -> Result? {
    guard var pair = unsafe attributes else { return nil }
    while let key = unsafe pair[0], let value = unsafe pair[1] {
      if unsafe bytes(of: key).span.equals(name) { return unsafe body(bytes(of: value).span) }
      unsafe pair += 2
    }
    return nil
  }

  private func bytes(of text: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self),
      count: count
    )
  }
}

// MARK: - Callbacks

extension XMLParser {
  private static func from(_ userData: UnsafeMutableRawPointer?) -> XMLParser? {
    unsafe userData.map { unsafe Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private func installHandlers() {
    unsafe XML_SetUserData(expat, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      expat,
      { unsafe XMLParser.from($0)?.startElement($1, attributes: $2) },
      { userData, _ in unsafe XMLParser.from(userData)?.endElement() }
    )
    unsafe XML_SetCharacterDataHandler(expat) { unsafe XMLParser.from($0)?.text($1, count: $2) }
    unsafe XML_SetStartDoctypeDeclHandler(expat) { userData, _, system, _, hasSubset in
      let isExternal = unsafe system != nil
      guard isExternal || hasSubset != 0 else { return }
      unsafe XMLParser.from(userData)?.refuse("a document type definition, which may hide entities")
    }
    unsafe XML_SetSkippedEntityHandler(expat) { userData, _, _ in
      unsafe XMLParser.from(userData)?.refuse("an entity that is not declared")
    }
    unsafe XML_SetCommentHandler(expat) { userData, _ in
      unsafe XMLParser.from(userData)?.silentBytes = 0
    }
    unsafe XML_SetProcessingInstructionHandler(expat) { userData, _, _ in
      unsafe XMLParser.from(userData)?.silentBytes = 0
    }
    unsafe XML_SetUnknownEncodingHandler(
      expat,
      { userData, name, encoding in
        guard let parser = unsafe XMLParser.from(userData), let name = unsafe name else { return 0 }
        return unsafe parser.useEncoding(String(cString: name), encoding)
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  private func refuse(_ reason: String) {
    stop(TrackFailure(line: line, reason: reason))
  }

  /// Expat may still report the end of an empty element after this.
  private func stop(_ failure: TrackFailure) {
    guard self.failure == nil else { return }
    self.failure = failure
    unsafe XML_StopParser(expat, 0)
  }

  private func useEncoding(
    _ name: String,
    _ encoding: UnsafeMutablePointer<XML_Encoding>?
  ) -> Int32 {
    let known = ["windows-1252", "cp1252"]
    guard known.contains(name.lowercased()), let encoding = unsafe encoding else {
      unknownEncoding = name
      return 0
    }
    unsafe cexpat_use_windows_1252(encoding)
    return 1
  }

  private func startElement(
    _ name: UnsafePointer<XML_Char>?,
    attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    silentBytes = 0
    guard failure == nil, let name = unsafe name else { return }
    depth += 1
    guard depth <= Self.deepest else {
      return refuse("elements nested more than \(Self.deepest) deep")
    }
    guard unsafe bindNamespaces(attributes) else {
      return refuse("too many namespace declarations")
    }
    unsafe self.attributes = attributes
    do throws(TrackFailure) {
      try handler.startElement(unsafe scopes.resolve(bytes(of: name).span), in: self)
    } catch {
      stop(error)
    }
    unsafe self.attributes = nil
  }

  private func bindNamespaces(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> Bool {
    guard var pair = unsafe attributes else { return true }
    while let key = unsafe pair[0], let value = unsafe pair[1] {
      unsafe pair += 2
      let name = unsafe bytes(of: key).span
      guard name.starts(with: "xmlns") else { continue }
      guard name.count == 5 || name[5] == UInt8(ascii: ":") else { continue }
      let prefix = unsafe Array(bytes(of: key).dropFirst(6))
      guard scopes.bind(prefix, to: unsafe String(cString: value), depth: depth) else {
        return false
      }
    }
    return true
  }

  private func endElement() {
    silentBytes = 0
    guard failure == nil else { return }
    do throws(TrackFailure) {
      try handler.endElement(in: self)
    } catch {
      stop(error)
    }
    scopes.leave(depth: depth)
    depth -= 1
  }

  private func text(_ characters: UnsafePointer<XML_Char>?, count: Int32) {
    silentBytes = 0
    guard failure == nil, let characters = unsafe characters else { return }
    let bytes = unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self),
      count: Int(count)
    )
    do throws(TrackFailure) {
      try handler.text(unsafe bytes.span, in: self)
    } catch {
      stop(error)
    }
  }
}
