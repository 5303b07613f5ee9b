// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/choose/choices.hpp"

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "kernels/fft/choose/device_limits.hpp"

namespace tobiuo::fft {
namespace {

constexpr std::string_view order_word(Order order)
{
    return order == Order::contiguous ? "contiguous "
           : order == Order::strided  ? "strided "
                                      : "transposing ";
}

[[noreturn]] void decline(std::string_view text, std::string_view why)
{
    throw std::invalid_argument{"'" + std::string{text} + "' is no block of a transform (" +
                                std::string{why} + "); write one as '16x16 threads 16 lines 16'"};
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

void read_radices(std::string_view word, std::string_view text, KernelConfig& form)
{
    form.stages = 0;
    form.length = 1;
    while (!word.empty()) {
        const std::size_t end = word.find('x');
        const int radix = number(word.substr(0, end), text);
        if (form.stages == KernelConfig::most_stages || radix < 1 || radix > 32) {
            decline(text, "its radices are too many, too small or too large");
        }
        form.radices[form.stages++] = radix;
        form.length *= radix;
        word = end == std::string_view::npos ? std::string_view{} : word.substr(end + 1);
    }
}

}  // namespace

std::string text_of(const KernelRequest& request)
{
    std::string text{order_word(request.order)};
    text += std::to_string(request.length);
    text += request.precision == Precision::fp32 ? " single x " : " double x ";
    text += std::to_string(request.line_count);
    text += request.large_stride ? ", large stride" : "";
    text += request.in_pairs ? ", two for one" : "";
    text += request.needs_shared_memory ? ", mirrored" : "";
    text += request.mirrored == Mirrored::source ? ", from half spectrum"
            : request.mirrored == Mirrored::sink ? ", to half spectrum"
                                                 : "";
    text += request.packed ? ", packed" : "";
    text += request.makhoul ? ", reordered" : "";
    text += request.type_one ? ", kind 1" : "";
    text += request.convolves ? ", convolution" : "";
    text += request.fused_inverse ? ", forward and inverse" : "";
    return text;
}
std::string text_of(const KernelConfig& form)
{
    std::string text;
    for (int stage = 0; stage < form.stages; ++stage) {
        text += (stage > 0 ? "x" : "") + std::to_string(form.radices[stage]);
    }
    text += " threads " + std::to_string(form.threads_per_transform) + " lines " +
            std::to_string(form.transforms_per_block);
    text += form.pad > 0 ? " pad " + std::to_string(form.pad) : "";
    text += form.twiddle_recurrence ? " recurrence" : "";
    return text + " blocks " + std::to_string(form.min_blocks_per_sm);
}

KernelConfig parse_block(std::string_view text, Order order)
{
    KernelConfig form;
    form.load_contiguous = order != Order::strided;
    form.store_contiguous = order == Order::contiguous;
    std::istringstream words{std::string{text}};
    std::string word;
    words >> word;
    read_radices(word, text, form);
    while (words >> word) {
        if (word == "recurrence") {
            form.twiddle_recurrence = true;
            continue;
        }
        int* const value = word == "threads"  ? &form.threads_per_transform
                           : word == "lines"  ? &form.transforms_per_block
                           : word == "pad"    ? &form.pad
                           : word == "blocks" ? &form.min_blocks_per_sm
                                              : nullptr;
        std::string digits;
        if (value == nullptr || !(words >> digits)) {
            decline(text, "it has no word '" + word + "'");
        }
        *value = number(digits, text);
    }
    if (form.stages < 1 || form.threads_per_transform < 1 || form.transforms_per_block < 1 ||
        form.threads() > most_threads || form.min_blocks_per_sm < 1 ||
        (order == Order::transposing && form.stages < 2)) {
        decline(text, "its numbers do not make a block");
    }
    return form;
}

}  // namespace tobiuo::fft
