// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The commands on track files.
extension CommandTable {
  static let tracks: [Command] = [
    Command(
      name: "record",
      summary: "Write the locations of a subscriber to a track file",
      operands: [Operand(.file("FILE"), help: "is replaced if it is there; - is standard output")],
      options: [.format, .recordingTime, .json],
      details: "Ends with a signal or --for. gpsd keeps everything; GPX and NMEA have no place for "
        + "some values. Locations of overrides are marked as simulated. A change of the overrides "
        + "begins a new segment.",
      examples: ["locationctl record drive.gpx --for 10m"],
      body: RecordTrack.run
    ),
    Command(
      name: "convert",
      summary: "Write a track in another format",
      operands: [
        Operand(.file("IN"), help: "GPX, KML, GeoJSON, NMEA or gpsd JSON; - reads it"),
        Operand(.file("OUT"), help: "is replaced when it is whole; - is standard output"),
      ],
      options: [.format, .track, .json],
      examples: ["locationctl convert ride.kml ride.gpx"],
      body: ConvertTrack.run
    ),
    Command(
      name: "check-regions",
      summary: "Tell when a track enters and leaves circles, without waiting",
      operands: [Operand(.file("FILE"), help: "a track; - reads it")],
      options: [.checkedRegion, .track, .json],
      details: "By the daemon's own rules: an accuracy-aware margin, and 3 s of dwell. A time is "
        + "that of the first location of the change.",
      examples: ["locationctl check-regions ride.gpx --region 48.8584,2.2945,100,tower"],
      body: CheckRegions.run
    ),
    Command(
      name: "plot",
      summary: "Draw a track: a map, and profiles of altitude and speed",
      operands: [Operand(.file("FILE"), help: "a track or a recording; - reads it")],
      options: [.picture, .track, .json],
      details:
        "The profiles go by time, or by the way where the file has no times. Outlines of land "
        + "are drawn for tracks of more than 20 km. PNG needs libcairo2, SVG does without it.",
      examples: ["locationctl plot ride.gpx -o ride.png", "locationctl plot ride.gpx -o ride.svg"],
      body: PlotCommand.run
    ),
  ]
}
