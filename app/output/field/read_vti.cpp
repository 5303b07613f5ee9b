// SPDX-License-Identifier: BSD-3-Clause
// Reads files of fields from anywhere: it trusts nothing and reports errors in one sentence.

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

#include "app/output/field/piece_array.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/field/vti_pieces.hpp"
#include "app/printable.hpp"
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
        text += printable(name);
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
        text.append(": '").append(printable(missing.front())).append("' is ");
        text.append(there == Location::cell ? "cell" : "point");
        text.append(" data, and all arrays must be of one kind");
    } else {
        text.append(": add what is missing to the file");
    }
    throw std::runtime_error{text};
}

/// The entries of `names` in the file's header.
std::vector<vti::ArrayInfo> find_arrays(const vti::Header& header, Names names)
{
    std::vector<vti::ArrayInfo> found;
    std::vector<std::string> missing;
    for (const std::string& name : names) {
        const auto is_it = [&](const vti::ArrayInfo& array) {
            return array.name == name && array.location == header.grid.location;
        };
        if (std::ranges::count_if(header.arrays, is_it) > 1) {
            throw std::runtime_error{"the file has several arrays '" + printable(name) +
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
    return found;
}

void throw_if(const std::string& objection)
{
    if (!objection.empty()) {
        throw std::runtime_error{objection};
    }
}

/// The entries of `names`, each of which can be read as vectors of so many components.
std::vector<vti::ArrayInfo> readable_arrays(const vti::Header& header, Names names,
                                            int components = 1)
{
    auto found = find_arrays(header, names);
    for (const vti::ArrayInfo& array : found) {
        throw_if(array.objection(components));
    }
    return found;
}

/// Throws if one of `values`, whose first one has the number `first` in its array, is not finite.
template <typename Real>
void check_finite(const std::string& name, std::span<const Real> values, std::int64_t first,
                  const std::array<std::int64_t, 3>& counts, int components = 1)
{
    const auto bad = std::ranges::find_if(values, [](Real value) { return !std::isfinite(value); });
    if (bad == values.end()) {
        return;
    }
    const std::int64_t index = (first + (bad - values.begin())) / components;
    const auto [nk, nj, ni] = counts;
    throw std::runtime_error{
        "array '" + printable(name) + "' holds " + (std::isnan(*bad) ? "nan" : "inf") +
        " at x, y, z index " + std::to_string(index % nk) + ", " + std::to_string(index / nk % nj) +
        ", " + std::to_string(index / nk / nj) + ": every value must be finite"};
}

/// All values of an array, of its own type.
template <typename Real>
std::vector<Real> own_values(const vti::Pieces& pieces, const vti::ArrayInfo& array)
{
    vti::PieceArray source{pieces, array};
    std::vector<Real> values(static_cast<std::size_t>(pieces.whole.values() * array.components));
    source.read(0, std::span{values});
    return values;
}

/// The values of an array of either precision, converted to `Real`.
template <typename Real>
std::vector<Real> read_array(const vti::Pieces& pieces, const vti::ArrayInfo& array)
{
    std::vector<Real> values;
    if (array.is_double() == std::is_same_v<Real, double>) {
        values = own_values<Real>(pieces, array);
    } else {
        const auto singles = own_values<float>(pieces, array);
        values.assign(singles.begin(), singles.end());
    }
    check_finite<Real>(array.name, values, 0, pieces.whole.counts, array.components);
    return values;
}

template <typename Real>
std::vector<Values> read_arrays(const vti::Pieces& pieces, std::span<const vti::ArrayInfo> wanted)
{
    std::vector<Values> arrays;
    for (const vti::ArrayInfo& array : wanted) {
        arrays.emplace_back(read_array<Real>(pieces, array));
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

VtiHeader read_vti_header(const std::filesystem::path& path, const VtiWanted& wanted)
{
    return readable(vti::read_pieces(path, wanted).whole);
}

std::optional<double> read_vti_time(const std::filesystem::path& path)
{
    const vti::Pieces pieces = vti::read_pieces(path);
    const vti::PieceFile& first = pieces.files.front();
    const auto& time = first.header.time;
    if (!time || !time->objection().empty()) {
        return {};
    }
    const vti::Storage& storage = first.header.storage;
    return time->is_double() ? vti::read_values<double>(first.path, storage, *time, 1).front()
                             : vti::read_values<float>(first.path, storage, *time, 1).front();
}

std::vector<Values> read_vti_arrays(const std::filesystem::path& path,
                                    std::span<const std::string> names,
                                    std::optional<Location> preferred)
{
    const vti::Pieces pieces =
        vti::read_pieces(path, {.names = {names.begin(), names.end()}, .preferred = preferred});
    const auto found = readable_arrays(pieces.whole, names);
    const bool any_double = std::ranges::any_of(found, &vti::ArrayInfo::is_double);
    return any_double ? read_arrays<double>(pieces, found) : read_arrays<float>(pieces, found);
}

VtiVectors read_vti_vectors(const std::filesystem::path& path, const std::string& name,
                            std::optional<Location> preferred)
{
    const vti::Pieces pieces = vti::read_pieces(path, {.names = {name}, .preferred = preferred});
    const auto array = readable_arrays(pieces.whole, std::span{&name, 1}, 3).front();
    return {.header = readable(pieces.whole), .values = read_array<double>(pieces, array)};
}

class VtiArray::Implementation {
public:
    Implementation(const std::filesystem::path& path, const std::string& name,
                   std::optional<int> component, std::optional<Location> preferred)
        : Implementation{vti::read_pieces(path, {.names = {name}, .preferred = preferred}), name,
                         component}
    {
    }

    [[nodiscard]] const VtiHeader& header() const { return readable_; }
    [[nodiscard]] bool is_double() const { return array_.is_double(); }

    void read(std::int64_t first, std::span<double> values)
    {
        if (array_.components > 1) {
            read_component(first, values);
        } else if (is_double()) {
            source_.read(first, values);
        } else {
            singles_.resize(values.size());
            source_.read(first, std::span{singles_});
            std::ranges::copy(singles_, values.begin());
        }
        check_finite<double>(array_.name, values, first, readable_.counts);
    }

private:
    Implementation(const vti::Pieces& pieces, const std::string& name, std::optional<int> component)
        : readable_{readable(pieces.whole)},
          array_{find_arrays(pieces.whole, std::span{&name, 1}).front()},
          component_{component.value_or(0)},
          source_{pieces, checked(array_, component)}
    {
    }

    static const vti::ArrayInfo& checked(const vti::ArrayInfo& array, std::optional<int> component)
    {
        throw_if(component ? array.objection_to_component(*component) : array.objection());
        return array;
    }

    /// Reads some vectors at a time.
    void read_component(std::int64_t first, std::span<double> values)
    {
        constexpr std::size_t most = std::size_t{1} << 16U;
        const auto components = static_cast<std::size_t>(array_.components);
        while (!values.empty()) {
            const std::size_t count = std::min(most, values.size());
            const std::int64_t begin = first * array_.components;
            if (is_double()) {
                doubles_.resize(count * components);
                source_.read(begin, std::span{doubles_});
            } else {
                singles_.resize(count * components);
                source_.read(begin, std::span{singles_});
                doubles_.assign(singles_.begin(), singles_.end());
            }
            for (std::size_t i = 0; i < count; ++i) {
                values[i] = doubles_[i * components + static_cast<std::size_t>(component_)];
            }
            values = values.subspan(count);
            first += static_cast<std::int64_t>(count);
        }
    }

    VtiHeader readable_;
    vti::ArrayInfo array_;
    int component_;
    vti::PieceArray source_;
    std::vector<float> singles_;
    std::vector<double> doubles_;  ///< of vectors
};

VtiArray::VtiArray(const std::filesystem::path& path, const std::string& name,
                   std::optional<int> component, std::optional<Location> preferred)
    : implementation_{std::make_unique<Implementation>(path, name, component, preferred)}
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
