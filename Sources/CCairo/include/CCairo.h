// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// An image that is drawn and written as PNG by cairo, which is loaded when it is needed: of all
// commands only `plot` needs it, and only for PNG.
#ifndef CCAIRO_H
#define CCAIRO_H

#include <stddef.h>

struct ccairo_image;

/// A white image; NULL without libcairo or memory.
struct ccairo_image *ccairo_open(int width, int height);
void ccairo_free(struct ccairo_image *image);

/// Colours from 0 to 255, opacity from 0 to 1.
void ccairo_colour(struct ccairo_image *image, int red, int green, int blue, double opacity);
/// Begins another part of the path, goes on with it, or ends it where it began.
void ccairo_move(struct ccairo_image *image, double x, double y);
void ccairo_line(struct ccairo_image *image, double x, double y);
void ccairo_close(struct ccairo_image *image);
void ccairo_circle(struct ccairo_image *image, double x, double y, double radius);
/// Draws the path and forgets it.
void ccairo_stroke(struct ccairo_image *image, double width);
void ccairo_fill(struct ccairo_image *image);
/// Text on its base line: from there (0), around there (0.5) or up to there (1).
void ccairo_text(struct ccairo_image *image, double x, double y, double size, double anchor,
                 const char *text);
/// From here on only within the rectangle; a width of 0 ends that.
void ccairo_clip(struct ccairo_image *image, double x, double y, double width, double height);
/// The image as PNG, to be given to `free`; NULL if it failed.
unsigned char *ccairo_png(struct ccairo_image *image, size_t *count);

#endif
