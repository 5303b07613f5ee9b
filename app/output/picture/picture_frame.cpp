// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/picture/picture_frame.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "runtime/utf8.hpp"

namespace tobiuo {
namespace {

constexpr int header_gap = 6;  // between the quantity and its note

/// The characters of `text`, each as its bytes.
std::vector<std::string_view> characters_of(std::string_view text)
{
    std::vector<std::string_view> characters;
    while (!text.empty()) {
        std::string_view rest = text;
        static_cast<void>(next_character(rest));
        characters.push_back(text.substr(0, text.size() - rest.size()));
        text = rest;
    }
    return characters;
}

/// The first and the last characters, `kept` in all, with three dots between them.
std::string shortened(const std::vector<std::string_view>& characters, std::size_t kept)
{
    std::string text;
    const std::size_t tail = kept / 2;
    for (std::size_t n = 0; n < kept - tail; ++n) {
        text += characters[n];
    }
    text += "...";
    for (std::size_t n = characters.size() - tail; n < characters.size(); ++n) {
        text += characters[n];
    }
    return text;
}

/// The text with as little as possible of its middle left out so that it fits in `width`.
std::string with_middle_left_out(const std::string& text, const TextStyle& style, int width)
{
    const std::vector<std::string_view> characters = characters_of(text);
    std::size_t fits = 0;
    for (std::size_t too_many = characters.size(); too_many - fits > 1;) {
        const std::size_t kept = fits + (too_many - fits) / 2;
        (text_width(shortened(characters, kept), style) <= width ? fits : too_many) = kept;
    }
    return shortened(characters, fits);
}

void draw_marks_below(Canvas& canvas, const Box& box, const MarkedSide& scale)
{
    const int below = box.y - line_width_of_frames - tick_length;
    for (const Tick& tick : scale.ticks) {
        const int x = box.x + scale.place_of(tick.value, box.width);
        canvas.fill({x - line_width_of_frames / 2, below, line_width_of_frames, tick_length}, ink);
        TextStyle style = tick_style;
        style.vertical = Anchor::high;
        canvas.text(x, below - gap, tick.label, style);
    }
    canvas.text(box.x + box.width / 2, margin + label_style.size / 2, scale.name, label_style);
}

void draw_marks_beside(Canvas& canvas, const Box& box, const MarkedSide& scale)
{
    const int beside = box.x - line_width_of_frames - tick_length;
    for (const Tick& tick : scale.ticks) {
        const int y = box.y + scale.place_of(tick.value, box.height);
        canvas.fill({beside, y - line_width_of_frames / 2, tick_length, line_width_of_frames}, ink);
        TextStyle style = tick_style;
        style.horizontal = Anchor::high;
        canvas.text(beside - gap, y, tick.label, style);
    }
}

}  // namespace

FittedText fitted(const std::string& text, TextStyle style, int width)
{
    constexpr int least_size = 16;
    while (style.size > least_size && text_width(text, style) > width) {
        --style.size;
    }
    if (text_width(text, style) <= width) {
        return {.text = text, .style = style};
    }
    return {.text = with_middle_left_out(text, style, width), .style = style};
}

int MarkedSide::place_of(double value, int pixels) const
{
    const double part = (value / 2 - lower / 2) / (upper / 2 - lower / 2);
    return static_cast<int>(std::lround(part * (pixels - 1)));
}

int widest_label(const std::vector<Tick>& ticks)
{
    int width = 0;
    for (const Tick& tick : ticks) {
        width = std::max(width, text_width(tick.label, tick_style));
    }
    return width;
}

int height_below_box()
{
    return margin + label_style.size + gap + tick_style.size + gap + tick_length;
}

void draw_frame(Canvas& canvas, const Box& box, const MarkedSide& horizontal,
                const MarkedSide& vertical, int vertical_name)
{
    canvas.frame(box, line_width_of_frames, ink);
    draw_marks_below(canvas, box, horizontal);
    draw_marks_beside(canvas, box, vertical);
    canvas.text(vertical_name, box.y + box.height / 2, vertical.name, label_style);
}

PictureHeader header_of(const Caption& caption, const std::string& note, int width, int free_width,
                        int quantity_width)
{
    PictureHeader header{.title = fitted(caption.title, title_style, width - 2 * margin),
                         .subtitle = fitted(caption.subtitle, subtitle_style, width - 2 * margin),
                         .quantity = fitted(caption.quantity, label_style, quantity_width),
                         .note = fitted(note, note_style, quantity_width)};
    const int titles = margin + title_style.size + gap + subtitle_style.size + 2 * gap;
    int beside = 2 * gap;  // height for the quantity without touching the titles
    if (text_width(header.subtitle.text, header.subtitle.style) <= free_width) {
        const bool both = text_width(header.title.text, header.title.style) <= free_width;
        beside += subtitle_style.size + (both ? gap + title_style.size : 0);
    }
    const int quantity =
        2 * gap + label_style.size + (note.empty() ? 0 : note_style.size + header_gap);
    header.height = titles + std::max(0, quantity - beside);
    return header;
}

void draw_header(Canvas& canvas, const PictureHeader& header, const Box& box, int quantity_x)
{
    const int title_y = canvas.height() - margin - title_style.size / 2;
    const int subtitle_y = title_y - title_style.size / 2 - gap - subtitle_style.size / 2;
    const auto draw = [&](const FittedText& text, int y) {
        const int half = text_width(text.text, text.style) / 2;
        const int low = std::min(margin + half, canvas.width() / 2);
        const int x = std::clamp(box.x + box.width / 2, low, canvas.width() - low);
        canvas.text(x, y, text.text, text.style);
    };
    draw(header.title, title_y);
    draw(header.subtitle, subtitle_y);

    int y = box.top() + gap + line_width_of_frames;
    const auto stack = [&](FittedText text) {
        if (!text.text.empty()) {
            text.style.horizontal = Anchor::low;
            canvas.text(quantity_x, y + text.style.size / 2, text.text, text.style);
            y += text.style.size + header_gap;
        }
    };
    stack(header.note);
    stack(header.quantity);
}

void draw_not_finite_key(Canvas& canvas, int x)
{
    constexpr int side = 18;
    constexpr int y = margin + (label_style.size - side) / 2;
    const Box key{.x = x, .y = y, .width = side, .height = side};
    canvas.fill(key, not_finite_colour);
    canvas.frame(key, 1, ink);
    TextStyle style = tick_style;
    style.horizontal = Anchor::low;
    canvas.text(key.right() + gap, y + side / 2, "not finite", style);
}

}  // namespace tobiuo
