// SPDX-License-Identifier: BSD-3-Clause
// The options of benchmarks: axes, whose words mean values, and what all benchmarks share.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/wording.hpp"
#include "kernels/fft/effort.hpp"
#include "runtime/precision.hpp"

namespace tobiuo {
namespace bench {

[[nodiscard]] inline bool has(const std::vector<std::string>& words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

/// An option that takes words, and those that were given. The ones before that are the default.
struct Words {
    const char* option = "";              ///< "--backends"
    std::string help = {};                ///< what stands behind the option in the help
    std::vector<std::string> known = {};  ///< all words, in the order of the help
    std::vector<std::string> given = {};  ///< empty: what the help says

    [[nodiscard]] bool has(std::string_view word) const { return bench::has(given, word); }
    /// Throws InputError for a word that is not known: "unknown kernel 'blokced' (did you mean
    /// 'blocked'? known: blocked, twin)" for `what` "kernel".
    void check(std::string_view what) const;
};

/// An axis of a benchmark: each word means a value.
template <typename Value>
struct Axis : Words {
    std::vector<Value> values;  ///< of the known words

    /// The values that were given, in the order of the known words; without one the first `usual`.
    [[nodiscard]] std::vector<Value> chosen(
        std::size_t usual = std::numeric_limits<std::size_t>::max()) const
    {
        std::vector<Value> found;
        for (std::size_t n = 0; n < values.size(); ++n) {
            if (given.empty() ? n < usual : has(known[n])) {
                found.push_back(values[n]);
            }
        }
        return found;
    }
};

/// The axis of all `values`, whose words word_of() has. All words are given at first, and so stand
/// in the help as the default, unless `help` tells another one.
template <typename Values, typename WordOf>
[[nodiscard]] auto axis_of(const char* option, std::string help, const Values& values,
                           const WordOf& word_of, bool all_are_given = true)
{
    Axis<typename Values::value_type> axis;
    axis.option = option;
    axis.help = std::move(help);
    axis.values.assign(values.begin(), values.end());
    for (const auto& value : values) {
        axis.known.emplace_back(word_of(value));
    }
    if (all_are_given) {
        axis.given = axis.known;
    }
    return axis;
}

[[nodiscard]] inline Axis<Precision> precision_axis(const std::string& otherwise = "")
{
    return axis_of(
        "--precisions", "single, double" + otherwise, std::array{Precision::fp32, Precision::fp64},
        [](Precision one) { return word_of(one); }, otherwise.empty());
}

/// The option --backends, without which `otherwise` is measured.
[[nodiscard]] inline Words backend_words(const std::string& otherwise,
                                         std::vector<std::string> known = {"cpu", "cuda"})
{
    return {.option = "--backends",
            .help = list_of(known) + "; default: " + otherwise,
            .known = std::move(known)};
}

/// The option --contestants, without which all but `left_out` compete.
[[nodiscard]] inline Words contestant_words(std::vector<std::string> known,
                                            const std::string& left_out = "")
{
    return {.option = "--contestants",
            .help = list_of(known) + "; default: all there are" + left_out,
            .known = std::move(known)};
}

}  // namespace bench

struct BenchOptions {
    std::vector<std::string> sizes;
    bench::Words backends = {};  ///< no word is known where the contestants say where they run
    int repetitions = 9;
    int device = 0;
    bool device_named = false;  ///< a device that the user names must exist
    std::optional<std::filesystem::path> json;
};

/// The settings of FFTW, and of all that shares its testbed.
struct HostSettings {
    int threads = 0;  ///< 0: all OpenMP threads
    fft::Effort effort = fft::Effort::estimate;
};

/// Whether arrays stay in host memory (`--out-of-card`).
struct OutOfCardBenchOptions {
    bool chosen = false;
    /// Bytes of device memory that a transform or a solve may take.
    std::int64_t device_memory = std::int64_t{4} << 30;
    bool lock_pages = true;  ///< of the arrays; of transforms
};

/// The options of benchmarks that compare libraries.
struct LibraryBenchOptions : BenchOptions {
    bench::Axis<Precision> precisions = bench::precision_axis();
    bench::Words contestants = {};
    HostSettings host;
    OutOfCardBenchOptions out_of_card;
};

}  // namespace tobiuo
