// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A drawing as SVG, with its texts as texts, which can be searched, copied and read aloud.
enum SVGText {
  static func bytes(_ drawing: Drawing) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(drawing.width)" height="\(drawing.height)" \
      viewBox="0 0 \(drawing.width) \(drawing.height)" font-family="sans-serif" \
      stroke-linecap="round" stroke-linejoin="round">
      <title>\(escaped(drawing.title))</title>
      <rect width="100%" height="100%" fill="#ffffff"/>

      """
    var clips = 0
    for step in drawing.steps { text += element(step, &clips) + "\n" }
    return Array((text + "</svg>\n").utf8)
  }

  private static func element(_ step: Drawing.Step, _ clips: inout Int) -> String {
    switch step {
    case .lines(let lines, let colour, let width):
      return "<path d=\"\(path(lines))\" fill=\"none\" stroke=\"\(hex(colour))\" "
        + "stroke-width=\"\(number(width))\"/>"
    case .areas(let areas, let colour):
      return "<path d=\"\(path(areas, isClosed: true))\" fill=\"\(hex(colour))\"/>"
    case .disc(let centre, let radius, let colour):
      return "<circle cx=\"\(number(centre.x))\" cy=\"\(number(centre.y))\" "
        + "r=\"\(number(radius))\" fill=\"\(hex(colour))\"/>"
    case .text(let words, let place, let size, let anchor, let colour):
      let name = ["start", "middle", "end"][Int(anchor.rawValue * 2)]
      return
        "<text x=\"\(number(place.x))\" y=\"\(number(place.y))\" font-size=\"\(number(size))\" "
        + "text-anchor=\"\(name)\" fill=\"\(hex(colour))\">\(escaped(words))</text>"
    case .clip(let area):
      clips += 1
      return "<clipPath id=\"clip\(clips)\"><rect x=\"\(number(area.x))\" y=\"\(number(area.y))\" "
        + "width=\"\(number(area.width))\" height=\"\(number(area.height))\"/></clipPath>"
        + "<g clip-path=\"url(#clip\(clips))\">"
    case .unclip: return "</g>"
    }
  }

  private static func path(_ lines: [[Drawing.Point]], isClosed: Bool = false) -> String {
    lines.filter { !$0.isEmpty }.map { line in
      let points = line.map { "\(number($0.x)),\(number($0.y))" }
      // A single point is a line without length, which is drawn as a dot.
      let all = points.count == 1 ? points + points : points
      return "M" + all.joined(separator: "L") + (isClosed ? "Z" : "")
    }.joined()
  }

  private static func number(_ value: Double) -> String { shortNumber(value, 2) }

  private static func hex(_ colour: Drawing.Colour) -> String {
    let digits = [colour.red, colour.green, colour.blue].map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return "#" + digits.joined()
  }

  private static func escaped(_ text: String) -> String {
    printable(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
