// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials

/// The files of the page, by the path under which a browser asks for them; read once, at start.
package struct PageFiles: Sendable {
  /// Why there is no page.
  package struct Missing: Error, Hashable, Sendable, CustomStringConvertible {
    package let file: String
    package var description: String { "\(file) is missing" }
  }

  private static let types = [
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
  ]

  private var files: [String: HTTPResponse] = [:]

  /// Whether there are outlines of land to draw.
  package var hasOutlines: Bool { files["/page/land.json"] != nil }

  /// Reads the page from its folder, and Leaflet from where the system has it.
  ///
  /// The outlines of land, `land.json`, are there only if they were made; their folder is another one
  /// as long as nothing is installed.
  package init(page: String, leaflet: String, outlines: String) throws(Missing) {
    add(page, under: "/page/")
    add(outlines, under: "/page/", names: ["land.json"])
    add(leaflet, under: "/leaflet/", names: ["leaflet.js", "leaflet.css"])
    add("\(leaflet)/images", under: "/leaflet/images/")
    files["/"] = files["/page/index.html"]
    if files["/"] == nil { throw Missing(file: "\(page)/index.html") }
    if files["/leaflet/leaflet.js"] == nil { throw Missing(file: "\(leaflet)/leaflet.js") }
  }

  package subscript(path: String) -> HTTPResponse? { files[path] }

  private mutating func add(_ folder: String, under prefix: String, names: [String]? = nil) {
    let found = names ?? (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in found {
      guard let dot = name.lastIndex(of: "."),
        let type = Self.types[String(name[name.index(after: dot)...])],
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)")
      else { continue }
      files[prefix + name] = HTTPResponse(200, Array(data), type: type)
    }
  }
}
