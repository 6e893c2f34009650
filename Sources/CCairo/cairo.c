// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

#include "CCairo.h"

#include <cairo/cairo.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X)                                                                              \
  X(image_surface_create) X(surface_destroy) X(surface_flush) X(surface_write_to_png_stream)      \
  X(create) X(destroy) X(status) X(set_source_rgba) X(paint) X(move_to) X(line_to) X(close_path)  \
  X(new_sub_path) X(arc) X(set_line_width) X(set_line_join) X(set_line_cap) X(stroke) X(fill)     \
  X(select_font_face) X(set_font_size) X(text_extents) X(show_text) X(save) X(restore)            \
  X(rectangle) X(clip) X(new_path)

/// What libcairo has, by name.
struct functions {
#define MEMBER(name) __typeof__(cairo_##name) *name;
  FUNCTIONS(MEMBER)
#undef MEMBER
};

struct ccairo_image {
  struct functions cairo;
  cairo_surface_t *surface;
  cairo_t *context;
};

static int load(struct functions *cairo) {
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
#define LOAD(name)                                       \
  *(void **)&cairo->name = dlsym(library, "cairo_" #name); \
  if (cairo->name == NULL) return 0;
  FUNCTIONS(LOAD)
#undef LOAD
  return 1;
}

struct ccairo_image *ccairo_open(int width, int height) {
  struct ccairo_image *image = calloc(1, sizeof *image);
  if (image == NULL) return NULL;
  if (!load(&image->cairo)) {
    free(image);
    return NULL;
  }
  image->surface = image->cairo.image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  image->context = image->cairo.create(image->surface);
  if (image->cairo.status(image->context) != CAIRO_STATUS_SUCCESS) {
    ccairo_free(image);
    return NULL;
  }
  ccairo_colour(image, 255, 255, 255, 1);
  image->cairo.paint(image->context);
  image->cairo.set_line_join(image->context, CAIRO_LINE_JOIN_ROUND);
  image->cairo.set_line_cap(image->context, CAIRO_LINE_CAP_ROUND);
  image->cairo.select_font_face(image->context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                                CAIRO_FONT_WEIGHT_NORMAL);
  return image;
}

void ccairo_free(struct ccairo_image *image) {
  image->cairo.destroy(image->context);
  image->cairo.surface_destroy(image->surface);
  free(image);
}

void ccairo_colour(struct ccairo_image *image, int red, int green, int blue, double opacity) {
  image->cairo.set_source_rgba(image->context, red / 255.0, green / 255.0, blue / 255.0, opacity);
}

void ccairo_move(struct ccairo_image *image, double x, double y) {
  image->cairo.move_to(image->context, x, y);
}

void ccairo_line(struct ccairo_image *image, double x, double y) {
  image->cairo.line_to(image->context, x, y);
}

void ccairo_close(struct ccairo_image *image) { image->cairo.close_path(image->context); }

void ccairo_circle(struct ccairo_image *image, double x, double y, double radius) {
  image->cairo.new_sub_path(image->context);
  image->cairo.arc(image->context, x, y, radius, 0, 2 * M_PI);
}

void ccairo_stroke(struct ccairo_image *image, double width) {
  image->cairo.set_line_width(image->context, width);
  image->cairo.stroke(image->context);
}

void ccairo_fill(struct ccairo_image *image) { image->cairo.fill(image->context); }

void ccairo_text(struct ccairo_image *image, double x, double y, double size, double anchor,
                 const char *text) {
  cairo_text_extents_t extents;
  image->cairo.set_font_size(image->context, size);
  image->cairo.text_extents(image->context, text, &extents);
  image->cairo.move_to(image->context, x - anchor * extents.x_advance, y);
  image->cairo.show_text(image->context, text);
  image->cairo.new_path(image->context);
}

void ccairo_clip(struct ccairo_image *image, double x, double y, double width, double height) {
  if (width <= 0) {
    image->cairo.restore(image->context);
    return;
  }
  image->cairo.save(image->context);
  image->cairo.rectangle(image->context, x, y, width, height);
  image->cairo.clip(image->context);
}

struct bytes {
  unsigned char *start;
  size_t count;
  size_t capacity;
};

static cairo_status_t append(void *pointer, const unsigned char *data, unsigned count) {
  struct bytes *bytes = pointer;
  if (bytes->count + count > bytes->capacity) {
    size_t capacity = 2 * (bytes->count + count);
    unsigned char *start = realloc(bytes->start, capacity);
    if (start == NULL) return CAIRO_STATUS_NO_MEMORY;
    bytes->start = start;
    bytes->capacity = capacity;
  }
  memcpy(bytes->start + bytes->count, data, count);
  bytes->count += count;
  return CAIRO_STATUS_SUCCESS;
}

unsigned char *ccairo_png(struct ccairo_image *image, size_t *count) {
  struct bytes bytes = {0};
  image->cairo.surface_flush(image->surface);
  if (image->cairo.status(image->context) != CAIRO_STATUS_SUCCESS ||
      image->cairo.surface_write_to_png_stream(image->surface, append, &bytes) !=
          CAIRO_STATUS_SUCCESS) {
    free(bytes.start);
    return NULL;
  }
  *count = bytes.count;
  return bytes.start;
}
