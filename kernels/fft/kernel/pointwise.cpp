#include "kernels/fft/kernel/pointwise.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "kernels/device/digest.hpp"
#include "kernels/fft/kernel/kernel_source.hpp"

namespace tobiuo::fft {
namespace {

/// The names that the compiler gives in its errors to the two places where a user can be wrong.
constexpr std::string_view source_place = "source";
constexpr std::string_view call_place = "call";

/// A #line directive: the lines that follow it are numbered from 1 and belong to `place`.
std::string begin_of(std::string_view place)
{
    return "\n#line 1 \"" + std::string{place} + "\"\n";
}

bool is_name(std::string_view text)
{
    const auto letter = [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':';
    };
    return !text.empty() && letter(text.front()) && std::ranges::all_of(text, [&](char c) {
        return letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
}

/// A compiler's message in the user's terms; `line` is "source(3): error: identifier "w" is
/// undefined".
std::string told(std::string_view line)
{
    constexpr std::string_view error = "error";
    const std::size_t word = line.find(error);
    const std::size_t colon = line.find(": ", word);
    const std::string_view what = colon == std::string_view::npos ? line : line.substr(colon + 2);
    const std::size_t open = line.find('(');
    const std::size_t close = line.find(')', open);
    if (close == std::string_view::npos || line.substr(0, open) != source_place) {
        return "where it is called with a value, an index and data: " + std::string{what};
    }
    return "line " + std::string{line.substr(open + 1, close - open - 1)} + ": " +
           std::string{what};
}

/// The first line of the log that names an error; empty if there is none.
std::string_view first_error(std::string_view log)
{
    while (!log.empty()) {
        const std::string_view line = log.substr(0, log.find('\n'));
        if (line.find(": error") != std::string_view::npos ||
            line.find(": catastrophic error") != std::string_view::npos) {
            return line;
        }
        log.remove_prefix(std::min(log.size(), line.size() + 1));
    }
    return {};
}

}  // namespace

void validate(const Pointwise& function)
{
    if (!is_name(function.function)) {
        throw std::invalid_argument{"'" + function.function +
                                    "' is no name of a function between transforms (it is called "
                                    "by its name in C++): give that of a function of the source"};
    }
    if (function.source.empty()) {
        throw std::invalid_argument{"the function '" + function.function +
                                    "' between transforms has no source (it is compiled when the "
                                    "plan is made): give CUDA C++ that defines it"};
    }
}

device::Specialisation specialise(const PassForm& form, Precision precision,
                                  const Pointwise& function)
{
    device::Specialisation what = specialise(form, precision);
    what.source = "kernels/fft/kernel/pointwise.cuh";
    what.kernel = "fft_pointwise";
    what.includes.emplace_back("kernels/fft/butterfly/complex.hpp");
    what.preamble = "namespace pointwise {\n" + what.config.front() +
                    "\nusing Complex = tobiuo::fft::Complex<Real>;\n"
                    "using Index = tobiuo::fft::ModeIndex;" +
                    begin_of(source_place) + function.source + "\n}" + begin_of("program");
    what.config.push_back(
        "static tobiuo::fft::Complex<Real> apply(tobiuo::fft::Complex<Real> value, "
        "const tobiuo::fft::ModeIndex& index, const void* data) {" +
        begin_of(call_place) + "return pointwise::" + function.function + "(value, index, data);" +
        begin_of("program") + "}");
    constexpr std::size_t digits = 8;
    what.name += "-" + device::sha256(function.function + "\n" + function.source).substr(0, digits);
    return what;
}

void refuse(const Pointwise& function, const std::string& log)
{
    const std::string_view line = first_error(log);
    throw std::invalid_argument{
        "the function '" + function.function + "' between transforms does not compile (" +
        (line.empty() ? log : told(line)) + "): mend its source, which must define Complex " +
        function.function + "(Complex, const Index&, const void*)"};
}

}  // namespace tobiuo::fft
