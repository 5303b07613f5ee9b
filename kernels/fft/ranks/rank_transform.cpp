#include "kernels/fft/ranks/rank_transform.hpp"

#include <algorithm>

namespace tobiuo::fft {

RankTransform::RankTransform(const Problem& problem, const Communicator& ranks,
                             const RankOptions& options)
    : problem_{problem},
      transposed_{options.transposed},
      rank_{ranks.rank()},
      size_{ranks.size()},
      division_{problem, size_},
      value_bytes_{complex_bytes(problem.precision)},
      sample_plane_{inverse() ? output_bytes(plane_problem(1)) : input_bytes(plane_problem(1))},
      bytes_{part_bytes()},
      machine_{make_machine(options.backend, options.threads,
                            word_bytes_of(division_.inner * value_bytes_))}
{
    if (size_ == 1) {
        whole_ = machine_->plan(problem_, Axes::all);
        return;
    }
    exchange_ = ranks::make_exchange(options.backend, ranks, options.transport);
    const bool shares_chunk =
        !in_place() && transposed_ && (!inverse() || problem_.kind == Kind::c2r);
    transposition_.emplace(
        division_, ranks::everyone(ranks), value_bytes_, *machine_,
        TranspositionOptions{
            .chunks = usual_chunks(options.chunks, division_, value_bytes_, options.backend),
            .packs = shares_chunk || !exchange_->takes_rows()});
    if (shares_chunk) {
        chunk_bytes_ =
            static_cast<std::size_t>(std::max<std::int64_t>(transposition_->most_planes(), 1) *
                                     division_.plane() * value_bytes_);
        chunk_spectra_ = machine_->allocate(chunk_bytes_);
    }
    make_plans();
}

/// Planes of this rank without their slowest axis.
Problem RankTransform::plane_problem(std::int64_t planes) const
{
    Problem problem = problem_;
    problem.lengths.erase(problem.lengths.begin());
    problem.batch = planes;
    if (inverse() && problem.kind == Kind::c2c) {
        problem.placement = Placement::in_place;  // the spectra are unpacked into the output
    }
    return problem;
}

PartBytes RankTransform::part_bytes() const
{
    const std::int64_t planes = division_.slab_of(rank_).count;
    const std::int64_t slab = planes * division_.plane() * value_bytes_;
    const std::int64_t spectrum =
        transposed_ ? division_.planes * division_.part_of(rank_) * value_bytes_ : slab;
    if (in_place()) {
        return {.in = std::max(slab, spectrum), .out = std::max(slab, spectrum)};
    }
    return inverse() ? PartBytes{.in = spectrum, .out = planes * sample_plane_}
                     : PartBytes{.in = planes * sample_plane_, .out = spectrum};
}

void RankTransform::make_plans()
{
    for (int chunk = 0; chunk < transposition_->chunks(); ++chunk) {
        const std::int64_t planes = transposition_->planes_of(chunk).count;
        if (planes > 0 && !plane_plans_.contains(planes)) {
            plane_plans_[planes] = machine_->plan(plane_problem(planes), Axes::all);
        }
    }
    const std::int64_t row = division_.part_of(rank_);
    if (row == 0) {
        return;
    }
    Problem columns{.lengths = {division_.planes},
                    .kind = Kind::c2c,
                    .direction = problem_.direction,
                    .precision = problem_.precision,
                    .placement = transposed_ ? Placement::out_of_place : Placement::in_place};
    if (row > 1) {
        columns.lengths.push_back(row);
    }
    column_plan_ = machine_->plan(columns, Axes::slowest);
}

/// Where planes of the spectrum lie beside the other side.
RankTransform::Planes RankTransform::planes_of_spectrum(std::byte* in, std::byte* out) const
{
    std::byte* const samples = inverse() ? out : in;
    const std::int64_t step = division_.plane() * value_bytes_;
    if (in_place()) {
        return {.samples = samples, .spectra = samples, .step = step};
    }
    if (chunk_spectra_ != nullptr) {
        return {.samples = samples, .spectra = chunk_spectra_, .step = 0};
    }
    return {.samples = samples, .spectra = problem_.kind == Kind::c2r ? in : out, .step = step};
}

void RankTransform::transform_planes(const ranks::Slice& slice, const Planes& planes,
                                     Stream stream) const
{
    if (slice.count == 0 || planes.samples == nullptr) {
        return;
    }
    std::byte* const samples = planes.samples + slice.first * sample_plane_;
    std::byte* const spectra = planes.spectra + slice.first * planes.step;
    plane_plans_.at(slice.count)
        ->execute(inverse() ? spectra : samples, inverse() ? samples : spectra, stream, {},
                  nullptr);
}

void RankTransform::transform_columns(std::byte* from, std::byte* to, Stream stream) const
{
    if (column_plan_) {
        column_plan_->execute(from, to, stream, {}, nullptr);
    }
}

void RankTransform::planes_to_columns(const Planes& planes, Stream stream) const
{
    transposition_->planes_to_columns(
        [&](const ranks::Slice& slice) {
            transform_planes(slice, planes, stream);
            return planes.spectra + slice.first * planes.step;
        },
        *exchange_, stream);
}

void RankTransform::columns_to_planes(const Planes& planes, Stream stream) const
{
    transposition_->columns_to_planes(
        [&](const ranks::Slice& slice) { return planes.spectra + slice.first * planes.step; },
        [&](const ranks::Slice& slice) { transform_planes(slice, planes, stream); }, *exchange_,
        stream);
}

void RankTransform::execute(void* in, void* out, Stream stream) const
{
    if (whole_) {
        return whole_->execute(in, out, stream, {}, nullptr);
    }
    validate_arrays(problem_, bytes_, in, out);
    auto* const from = static_cast<std::byte*>(in);
    auto* const to = static_cast<std::byte*>(out);
    const Planes sides = planes_of_spectrum(from, to);
    const std::int64_t step = division_.plane() * value_bytes_;
    std::byte* const columns = transposition_->columns();
    if (!inverse()) {
        planes_to_columns(sides, stream);
        transform_columns(columns, transposed_ ? to : columns, stream);
        if (!transposed_) {
            columns_to_planes({.samples = nullptr, .spectra = to, .step = step}, stream);
        }
        return;
    }
    if (!transposed_) {
        planes_to_columns({.samples = nullptr, .spectra = from, .step = step}, stream);
    }
    transform_columns(transposed_ ? from : columns, columns, stream);
    columns_to_planes(sides, stream);
}

void RankTransform::exchange_alone(void* in, void* out, Stream stream) const
{
    if (whole_) {
        return;
    }
    validate_arrays(problem_, bytes_, in, out);
    Planes planes = planes_of_spectrum(static_cast<std::byte*>(in), static_cast<std::byte*>(out));
    planes.samples = nullptr;  // so that nothing is transformed
    if (!inverse() || !transposed_) {
        planes_to_columns(planes, stream);
    }
    if (inverse() || !transposed_) {
        columns_to_planes(planes, stream);
    }
}

std::size_t RankTransform::workspace_bytes() const
{
    std::size_t bytes = chunk_bytes_ + (transposition_ ? transposition_->bytes() : 0);
    for (const auto& [planes, plan] : plane_plans_) {
        bytes += plan->workspace_bytes();
    }
    for (const auto* plan : {&whole_, &column_plan_}) {
        bytes += *plan ? (*plan)->workspace_bytes() : 0;
    }
    return bytes;
}

std::string RankTransform::describe() const
{
    if (whole_) {
        return whole_->describe();
    }
    std::string text = plane_plans_.empty()
                           ? "no planes"
                           : std::to_string(division_.slab_of(rank_).count) + " of " +
                                 std::to_string(division_.planes) + " planes by " +
                                 plane_plans_.rbegin()->second->describe();
    text += column_plan_ ? "; columns by " + column_plan_->describe() : "; no columns";
    const int chunks = transposition_->chunks();
    return text + "; " + std::to_string(chunks) + (chunks == 1 ? " chunk" : " chunks") +
           ", joined by " + exchange_->describe();
}

}  // namespace tobiuo::fft
