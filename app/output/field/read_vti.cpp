// Reads a .vti or .vtr from anywhere: it trusts nothing and reports errors in one sentence.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/vti_header.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {
namespace {

using Names = std::span<const std::string>;

/// The names in quotes: "'a0', 'a1'".
std::string quoted(Names names)
{
    std::string text;
    for (const std::string& name : names) {
        text += text.empty() ? "'" : ", '";
        text += name;
        text += '\'';
    }
    return text;
}

std::vector<std::string> names_at(const vti::Header& header, Location location)
{
    std::vector<std::string> names;
    for (const vti::ArrayInfo& array : header.arrays) {
        if (array.location == location) {
            names.push_back(array.name);
        }
    }
    return names;
}

[[noreturn]] void report_missing(const vti::Header& header, Names missing)
{
    const Location here = header.grid.location;
    const Location there = here == Location::cell ? Location::node : Location::cell;
    const auto available = names_at(header, here);
    const auto elsewhere = names_at(header, there);
    const std::string_view kind = here == Location::cell ? "cell" : "point";

    std::string text{missing.size() == 1 ? "has no array " : "has no arrays "};
    text.append(quoted(missing)).append(" in its ").append(kind).append(" data (it has ");
    text.append(available.empty() ? "none" : quoted(available)).append(")");
    if (std::ranges::find(elsewhere, missing.front()) != elsewhere.end()) {
        text.append(": '").append(missing.front()).append("' is ");
        text.append(there == Location::cell ? "cell" : "point");
        text.append(" data, and all arrays must be of one kind");
    } else {
        text.append(": add what is missing to the file");
    }
    throw std::runtime_error{text};
}

/// The entries of `names` in the file's header, each of which can be read.
std::vector<vti::ArrayInfo> find_arrays(const vti::Header& header, Names names)
{
    std::vector<vti::ArrayInfo> found;
    std::vector<std::string> missing;
    for (const std::string& name : names) {
        const auto is_it = [&](const vti::ArrayInfo& array) {
            return array.name == name && array.location == header.grid.location;
        };
        if (std::ranges::count_if(header.arrays, is_it) > 1) {
            throw std::runtime_error{"the file has several arrays '" + name +
                                     "': write one time step to a file, each array once"};
        }
        if (const auto at = std::ranges::find_if(header.arrays, is_it); at != header.arrays.end()) {
            found.push_back(*at);
        } else {
            missing.push_back(name);
        }
    }
    if (!missing.empty()) {
        report_missing(header, missing);
    }
    for (const vti::ArrayInfo& array : found) {
        if (const auto objection = array.objection(); !objection.empty()) {
            throw std::runtime_error{objection};
        }
    }
    return found;
}

/// Throws if one of `values`, whose first one has the number `first` in its array, is not finite.
template <typename Real>
void check_finite(const std::string& name, std::span<const Real> values, std::int64_t first,
                  const std::array<std::int64_t, 3>& counts)
{
    const auto bad = std::ranges::find_if(values, [](Real value) { return !std::isfinite(value); });
    if (bad == values.end()) {
        return;
    }
    const std::int64_t index = first + (bad - values.begin());
    const auto [nk, nj, ni] = counts;
    throw std::runtime_error{"array '" + name + "' holds " + (std::isnan(*bad) ? "nan" : "inf") +
                             " at x, y, z index " + std::to_string(index % nk) + ", " +
                             std::to_string(index / nk % nj) + ", " +
                             std::to_string(index / nk / nj) + ": every value must be finite"};
}

/// The values of an array of either precision, converted to `Real`.
template <typename Real>
std::vector<Real> read_array(const std::filesystem::path& path, const vti::Header& header,
                             const vti::ArrayInfo& array)
{
    const std::int64_t count = header.values();
    std::vector<Real> values;
    if (array.is_double() == std::is_same_v<Real, double>) {
        values = vti::read_values<Real>(path, header.storage, array, count);
    } else {
        const auto singles = vti::read_values<float>(path, header.storage, array, count);
        values.assign(singles.begin(), singles.end());
    }
    check_finite<Real>(array.name, values, 0, header.counts);
    return values;
}

template <typename Real>
std::vector<Values> read_arrays(const std::filesystem::path& path, const vti::Header& header,
                                std::span<const vti::ArrayInfo> wanted)
{
    std::vector<Values> arrays;
    for (const vti::ArrayInfo& array : wanted) {
        arrays.emplace_back(read_array<Real>(path, header, array));
    }
    return arrays;
}

VtiHeader readable(const vti::Header& header)
{
    VtiHeader readable{.grid = header.grid, .counts = header.counts, .arrays = {}};
    for (const vti::ArrayInfo& array : header.arrays) {
        if (array.location == header.grid.location && array.objection().empty()) {
            readable.arrays.push_back(array.name);
        }
    }
    return readable;
}

}  // namespace

VtiHeader read_vti_header(const std::filesystem::path& path)
{
    return readable(vti::read_header(path));
}

std::optional<double> read_vti_time(const std::filesystem::path& path)
{
    const vti::Header header = vti::read_header(path);
    if (!header.time || !header.time->objection().empty()) {
        return {};
    }
    return vti::read_values<double>(path, header.storage, *header.time, 1).front();
}

std::vector<Values> read_vti_arrays(const std::filesystem::path& path,
                                    std::span<const std::string> names)
{
    const vti::Header header = vti::read_header(path);
    const auto wanted = find_arrays(header, names);
    const bool any_double = std::ranges::any_of(wanted, &vti::ArrayInfo::is_double);
    return any_double ? read_arrays<double>(path, header, wanted)
                      : read_arrays<float>(path, header, wanted);
}

/// The stream of the values, with its place.
class VtiArray::Implementation {
public:
    Implementation(const std::filesystem::path& path, const std::string& name)
        : header_{vti::read_header(path)},
          readable_{readable(header_)},
          array_{find_arrays(header_, std::span{&name, 1}).front()},
          stream_{path, header_.storage, array_, header_.values()}
    {
    }

    [[nodiscard]] const VtiHeader& header() const { return readable_; }
    [[nodiscard]] bool is_double() const { return array_.is_double(); }

    void read(std::int64_t first, std::span<double> values)
    {
        if (is_double()) {
            go_to<double>(first);
            take(values);
        } else {
            go_to<float>(first);
            singles_.resize(values.size());
            take(std::span{singles_});
            std::ranges::copy(singles_, values.begin());
        }
        check_finite<double>(array_.name, values, first, header_.counts);
    }

private:
    template <typename Real>
    void take(std::span<Real> values)
    {
        stream_.read(values);
        next_ += std::ssize(values);
    }

    /// Lets the next value of the stream be that of number `first`.
    template <typename Real>
    void go_to(std::int64_t first)
    {
        constexpr std::int64_t most = 1 << 16;
        if (first < next_) {
            stream_.restart();
            next_ = 0;
        }
        std::vector<Real> skipped;
        while (next_ < first) {
            skipped.resize(static_cast<std::size_t>(std::min(most, first - next_)));
            take(std::span{skipped});
        }
    }

    vti::Header header_;
    VtiHeader readable_;
    vti::ArrayInfo array_;
    vti::ValueStream stream_;
    std::int64_t next_ = 0;  ///< the number of the stream's next value
    std::vector<float> singles_;
};

VtiArray::VtiArray(const std::filesystem::path& path, const std::string& name)
    : implementation_{std::make_unique<Implementation>(path, name)}
{
}
VtiArray::VtiArray(VtiArray&&) noexcept = default;
VtiArray& VtiArray::operator=(VtiArray&&) noexcept = default;
VtiArray::~VtiArray() = default;

const VtiHeader& VtiArray::header() const
{
    return implementation_->header();
}

Precision VtiArray::precision() const
{
    return implementation_->is_double() ? Precision::fp64 : Precision::fp32;
}

void VtiArray::read(std::int64_t first, std::span<double> values)
{
    implementation_->read(first, values);
}

}  // namespace tobiuo
