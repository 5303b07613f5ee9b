// Reads numbers between white space, up to the next tag.
#include "app/output/field/vti_ascii.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <ios>
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "app/output/field/byte_source.hpp"
#include "app/output/field/vti_storage.hpp"

namespace tobiuo::vti {
namespace {

constexpr std::string_view white_space = " \t\r\n";

/// Converts all of `digits`. A number that is too small for its type is zero, as VTK takes it.
template <typename Number>
bool converted(std::string_view digits, Number& number)
{
    const char* end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, number);
    if (result.ec == std::errc::result_out_of_range && result.ptr == end &&
        std::is_floating_point_v<Number>) {
        constexpr double enough = 1.0;  // what is out of range is far from it
        number = 0;
        return std::abs(std::strtod(std::string{digits}.c_str(), nullptr)) < enough;
    }
    return result.ec == std::errc{} && result.ptr == end;
}

template <typename Number>
Number number_of(std::string_view word, const ArrayInfo& array)
{
    Number number{};
    const bool plus = word.starts_with('+') && !word.starts_with("+-");
    if (!converted(plus ? word.substr(1) : word, number)) {
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
    // Each number takes at least a digit, and a space before the next one.
    const std::int64_t left =
        ByteSource{open_at(path, array), array.begin, Coding::raw}.most_bytes_left();
    if ((left + 1) / 2 < values) {
        report_damaged(array, "it has too few values for the grid");
    }
}

AsciiSource::AsciiSource(const std::filesystem::path& path, const ArrayInfo& array,
                         std::int64_t values)
    : file_{open_at(path, array)}, values_{values}
{
    check_ascii_size(path, array, values);
    restart(array);
}

void AsciiSource::restart(const ArrayInfo& array)
{
    file_->clear();
    file_->seekg(array.begin);
    next_ = 0;
}

bool AsciiSource::read_word()
{
    using Traits = std::ifstream::traits_type;
    std::streambuf& text = *file_->rdbuf();
    const auto is_space = [](int c) {
        return c != Traits::eof() &&
               white_space.find(Traits::to_char_type(c)) != std::string_view::npos;
    };
    int c = text.sgetc();
    while (is_space(c)) {
        c = text.snextc();
    }
    word_.clear();
    while (c != Traits::eof() && c != '<' && !is_space(c)) {
        word_ += Traits::to_char_type(c);
        c = text.snextc();
    }
    return !word_.empty();
}

template <typename Number>
void AsciiSource::read(const ArrayInfo& array, std::span<Number> to)
{
    for (Number& number : to) {
        if (!read_word()) {
            report_damaged(array, "it has " + std::to_string(next_) + " of the " +
                                      std::to_string(values_) + " values of the grid");
        }
        number = number_of<Number>(word_, array);
        ++next_;
    }
    if (next_ == values_ && read_word()) {
        report_damaged(array,
                       "it has more than the " + std::to_string(values_) + " values of the grid");
    }
}

template void AsciiSource::read(const ArrayInfo&, std::span<float>);
template void AsciiSource::read(const ArrayInfo&, std::span<double>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::int8_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::uint8_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::int16_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::uint16_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::int32_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::uint32_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::int64_t>);
template void AsciiSource::read(const ArrayInfo&, std::span<std::uint64_t>);

}  // namespace tobiuo::vti
