// The selection of benchmarks by the words of their options.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::bench {

/// The names of the libraries in the order of tables: "ours", "cufft", "vkfft", "fftw".
[[nodiscard]] const std::vector<std::string>& libraries();

[[nodiscard]] inline bool has(const std::vector<std::string>& words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

/// The `values` whose word, by `word_of`, is among `words`; if `words` is empty, the first `usual`
/// ones.
template <typename Values, typename WordOf>
auto chosen(const Values& values, const WordOf& word_of, const std::vector<std::string>& words,
            std::size_t usual = std::numeric_limits<std::size_t>::max())
{
    std::vector<typename Values::value_type> found;
    for (std::size_t n = 0; n < values.size(); ++n) {
        if (words.empty() ? n < usual : has(words, word_of(values[n]))) {
            found.push_back(values[n]);
        }
    }
    return found;
}

/// Whether the files of a library of the device exist here; otherwise warns that it is skipped, or
/// throws DeviceError if the user has named it.
[[nodiscard]] bool is_installed(const std::string& library, bool named);

}  // namespace tobiuo::bench
