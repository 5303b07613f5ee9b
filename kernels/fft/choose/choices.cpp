#include "kernels/fft/choose/choices.hpp"

#include <charconv>
#include <sstream>
#include <stdexcept>

namespace tobiuo::fft {
namespace {

[[noreturn]] void decline(std::string_view text, std::string_view why)
{
    throw std::invalid_argument{"'" + std::string{text} + "' is no block of a transform (" +
                                std::string{why} + "); write one as '16x16 lanes 16 lines 16'"};
}

int number(std::string_view digits, std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || value < 0) {
        decline(text, "'" + std::string{digits} + "' is no number");
    }
    return value;
}

void read_radices(std::string_view word, std::string_view text, BlockForm& form)
{
    form.stages = 0;
    form.length = 1;
    while (!word.empty()) {
        const std::size_t end = word.find('x');
        const int radix = number(word.substr(0, end), text);
        if (form.stages == BlockForm::most_stages || radix < 1 || radix > 32) {
            decline(text, "its radices are too many, too small or too large");
        }
        form.radices[form.stages++] = radix;
        form.length *= radix;
        word = end == std::string_view::npos ? std::string_view{} : word.substr(end + 1);
    }
}

}  // namespace

std::string text_of(const BlockForm& form)
{
    std::string text;
    for (int stage = 0; stage < form.stages; ++stage) {
        text += (stage > 0 ? "x" : "") + std::to_string(form.radices[stage]);
    }
    text += " lanes " + std::to_string(form.lanes) + " lines " + std::to_string(form.lines);
    text += form.pad > 0 ? " pad " + std::to_string(form.pad) : "";
    text += form.powers ? " powers" : "";
    return text + " resident " + std::to_string(form.resident_blocks);
}

BlockForm parse_block(std::string_view text, Order order)
{
    BlockForm form;
    form.load_along = order != Order::columns;
    form.store_along = order == Order::rows;
    std::istringstream words{std::string{text}};
    std::string word;
    words >> word;
    read_radices(word, text, form);
    while (words >> word) {
        if (word == "powers") {
            form.powers = true;
            continue;
        }
        int* const value = word == "lanes"      ? &form.lanes
                           : word == "lines"    ? &form.lines
                           : word == "pad"      ? &form.pad
                           : word == "resident" ? &form.resident_blocks
                                                : nullptr;
        std::string digits;
        if (value == nullptr || !(words >> digits)) {
            decline(text, "it has no word '" + word + "'");
        }
        *value = number(digits, text);
    }
    if (form.stages < 1 || form.lanes < 1 || form.lines < 1 || form.threads() > most_threads ||
        form.resident_blocks < 1 || (order == Order::turning && form.stages < 2)) {
        decline(text, "its numbers do not make a block");
    }
    return form;
}

}  // namespace tobiuo::fft
