// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/himeno/himeno_checkpoint.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "app/case/solvers.hpp"
#include "app/errors.hpp"
#include "app/machine/version.hpp"
#include "app/run/input_files.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

/// The version of what himeno_record() gives and snapshot_of() reads.
constexpr std::string_view record_version = "2";

Json json_of(const himeno::History::Row& row)
{
    return {row.sweep, row.gosa};
}

/// A count: a whole number from 1 on.
std::int64_t count_in(const Json& json)
{
    if (!json.is_number_integer() || json.get<std::int64_t>() < 1) {
        throw DamagedCheckpoint{"it counts no sweeps"};
    }
    return json;
}

himeno::History::Row row_of(const Json& json)
{
    return {.sweep = count_in(json.at(0)), .gosa = json.at(1)};
}

HimenoSnapshot snapshot_of(const Json& json)
{
    HimenoSnapshot snapshot{.name = {},
                            .measured = {.sweeps = count_in(json.at("sweeps")),
                                         .seconds = json.at("seconds"),
                                         .gosa = json.at("gosa")},
                            .history = {.stride = count_in(json.at("history_stride")),
                                        .sweeps = count_in(json.at("sweeps"))},
                            .p = {}};
    for (const Json& row : json.at("history")) {
        snapshot.history.kept.push_back(row_of(row));
    }
    if (const Json& last = json.at("history_last"); !last.is_null()) {
        snapshot.history.last = row_of(last);
    }
    return snapshot;
}

/// Lines about the file of coefficients that change where the file does.
std::string coefficients_mark(const HimenoCase& himeno)
{
    const auto* file = std::get_if<CoefficientFile>(&himeno.coefficients);
    if (file == nullptr) {
        return {};
    }
    return "file of coefficients:\n" + file_mark(file->path);
}

template <typename Real>
void copy_pressure_as(const stencil::SweepPlan& plan, const stencil::Shape& shape,
                      std::vector<std::byte>& bytes)
{
    bytes.resize(static_cast<std::size_t>(shape.values()) * sizeof(Real));
    std::vector<Real> plane(static_cast<std::size_t>(shape.plane()));
    const std::size_t plane_bytes = plane.size() * sizeof(Real);
    for (std::int64_t i = 0; i < shape.ni; ++i) {
        plan.read_pressure(i, 1, plane);
        std::memcpy(bytes.data() + static_cast<std::size_t>(i) * plane_bytes, plane.data(),
                    plane_bytes);
    }
}

/// Arrays of another source, but for p.
class ResumedSource final : public stencil::ArraySource {
public:
    ResumedSource(std::unique_ptr<stencil::ArraySource> source, const stencil::Shape& shape,
                  Precision precision, std::vector<std::byte> p)
        : source_{std::move(source)}, shape_{shape}, precision_{precision}, p_{std::move(p)}
    {
    }

    void planes(stencil::Array array, std::int64_t first, std::int64_t count,
                std::span<float> out) const override
    {
        planes_in(array, first, count, out);
    }
    void planes(stencil::Array array, std::int64_t first, std::int64_t count,
                std::span<double> out) const override
    {
        planes_in(array, first, count, out);
    }

private:
    template <typename Out>
    void planes_in(stencil::Array array, std::int64_t first, std::int64_t count,
                   std::span<Out> out) const
    {
        if (array != stencil::Array::p) {
            source_->planes(array, first, count, out);
        } else if (precision_ == Precision::fp32) {
            copy<float>(first, count, out);
        } else {
            copy<double>(first, count, out);
        }
    }

    template <typename Real, typename Out>
    void copy(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        const auto* from =
            p_.data() + static_cast<std::size_t>(first * shape_.plane()) * sizeof(Real);
        for (std::int64_t at = 0; at < count * shape_.plane(); ++at) {
            Real value{};
            std::memcpy(&value, from + static_cast<std::size_t>(at) * sizeof(Real), sizeof(Real));
            out[static_cast<std::size_t>(at)] = static_cast<Out>(value);
        }
    }

    std::unique_ptr<stencil::ArraySource> source_;
    stencil::Shape shape_;
    Precision precision_;
    std::vector<std::byte> p_;
};

}  // namespace

CheckpointIdentity himeno_identity(const Case& the_case, const HimenoCase& himeno,
                                   const stencil::Shape& shape)
{
    return {
        .solver = "himeno",
        .version = record_version,
        .program = version().number,
        .problem = casefile::problem_yaml(himeno, the_case.file) + coefficients_mark(himeno),
        .precision = himeno.precision,
        .backend = std::nullopt,
        .blocks = {{.count = shape.ni, .bytes = shape.plane() * bytes_per_value(himeno.precision)}},
        .whole_case = whole_case_of(the_case)};
}

Json himeno_record(const himeno::Measurement& measured, const himeno::History& history)
{
    const himeno::History::State& state = history.state();
    Json kept = Json::array();
    for (const himeno::History::Row& row : state.kept) {
        kept.push_back(json_of(row));
    }
    return {
        {"sweeps", measured.sweeps}, {"seconds", measured.seconds},
        {"gosa", measured.gosa},     {"history_stride", state.stride},
        {"history", kept},           {"history_last", state.last ? json_of(*state.last) : Json{}}};
}

void copy_pressure(const stencil::SweepPlan& plan, const stencil::Shape& shape, Precision precision,
                   std::vector<std::byte>& bytes)
{
    if (precision == Precision::fp32) {
        copy_pressure_as<float>(plan, shape, bytes);
    } else {
        copy_pressure_as<double>(plan, shape, bytes);
    }
}

std::optional<HimenoSnapshot> newest_himeno_checkpoint(const std::filesystem::path& folder,
                                                       const CheckpointIdentity& identity,
                                                       Restart restart)
{
    HimenoSnapshot snapshot;
    auto read = newest_checkpoint(folder, identity, restart,
                                  [&](const Json& record) { snapshot = snapshot_of(record); });
    if (!read) {
        return std::nullopt;
    }
    snapshot.name = read->name();
    snapshot.p = state_of(*read);
    return snapshot;
}

void refuse_protocol(const himeno::StopRule& rule)
{
    if (std::holds_alternative<himeno::TargetSeconds>(rule)) {
        throw InputError{{.source = "--restart", .line = 0, .column = 0},
                         "goes on from a checkpoint, and a run of the official protocol times its "
                         "sweeps without a break: leave it out, or give run.sweeps or "
                         "run.tolerance"};
    }
}

void refuse_finished(const HimenoSnapshot& snapshot, const himeno::StopRule& rule,
                     const std::filesystem::path& case_file)
{
    const auto& [sweeps, seconds, gosa] = snapshot.measured;
    const auto* fixed = std::get_if<himeno::FixedSweeps>(&rule);
    const auto* tolerance = std::get_if<himeno::Tolerance>(&rule);
    const char* cure = nullptr;
    if (fixed != nullptr && sweeps >= fixed->sweeps) {
        cure = "run.sweeps larger";
    } else if (tolerance != nullptr && gosa <= tolerance->gosa &&
               sweeps % tolerance->check_every == 0) {
        cure = "run.tolerance smaller";
    } else if (tolerance != nullptr && sweeps >= tolerance->max_sweeps) {
        cure = "run.max_sweeps larger";
    }
    if (cure != nullptr) {
        throw InputError{{.source = case_file.string(), .line = 0, .column = 0},
                         fmt::format("the checkpoint is of {} sweeps with gosa {:.6e}, where the "
                                     "case ends: make {} to go on",
                                     sweeps, gosa, cure)};
    }
}

std::unique_ptr<stencil::ArraySource> resumed_source(std::unique_ptr<stencil::ArraySource> source,
                                                     const stencil::Shape& shape,
                                                     Precision precision, std::vector<std::byte> p)
{
    return std::make_unique<ResumedSource>(std::move(source), shape, precision, std::move(p));
}

}  // namespace tobiuo
