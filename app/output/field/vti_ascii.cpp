// Reads numbers between white space, up to the next tag.
#include "app/output/field/vti_ascii.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <ios>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "app/output/field/byte_source.hpp"

namespace tobiuo::vti {
namespace {

constexpr std::string_view white_space = " \t\r\n";

/// Removes the first word from `text` and returns it; empty at the end.
std::string_view next_word(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(white_space), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(white_space));
    text.remove_prefix(word.size());
    return word;
}

template <typename Real>
Real number_of(std::string_view word, const ArrayInfo& array)
{
    Real number{};
    const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
    const char* end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, number);
    if (result.ec != std::errc{} || result.ptr != end) {
        constexpr std::size_t enough_to_find_it = 20;
        std::string found{word.substr(0, enough_to_find_it)};
        std::ranges::replace_if(
            found, [](char c) { return c < ' ' || c > '~'; }, '?');
        report_damaged(array, "'" + found + "' is no number of type " + array.type);
    }
    return number;
}

}  // namespace

void check_ascii_size(const std::filesystem::path& path, const ArrayInfo& array,
                      std::int64_t values)
{
    // Each number takes at least a digit and a space; the last tags of the file stand for the last
    // space.
    if (ByteSource{path, array.begin, Coding::raw}.most_bytes_left() / 2 < values) {
        report_damaged(array, "it has too few values for the grid");
    }
}

template <typename Real>
std::vector<Real> read_ascii(const std::filesystem::path& path, const ArrayInfo& array,
                             std::int64_t values)
{
    check_ascii_size(path, array, values);
    std::ifstream file{path, std::ios::binary};
    file.seekg(array.begin);
    std::string line;
    std::getline(file, line, '<');

    std::vector<Real> numbers;
    numbers.reserve(static_cast<std::size_t>(values));
    std::string_view text{line};
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        if (std::ssize(numbers) == values) {
            report_damaged(
                array, "it has more than the " + std::to_string(values) + " values of the grid");
        }
        numbers.push_back(number_of<Real>(word, array));
    }
    if (std::ssize(numbers) < values) {
        report_damaged(array, "it has " + std::to_string(numbers.size()) + " of the " +
                                  std::to_string(values) + " values of the grid");
    }
    return numbers;
}

template std::vector<float> read_ascii(const std::filesystem::path&, const ArrayInfo&,
                                       std::int64_t);
template std::vector<double> read_ascii(const std::filesystem::path&, const ArrayInfo&,
                                        std::int64_t);

}  // namespace tobiuo::vti
