// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/ranks/rank_transform.hpp"

#include <algorithm>

#include "runtime/ranks/messages.hpp"

namespace tobiuo::fft {

RankTransform::RankTransform(const Problem& problem, const Communicator& ranks,
                             const RankOptions& options)
    : problem_{problem},
      grid_{options.grid},
      transposed_{options.transposed},
      size_{ranks.size()},
      layout_{problem, ranks.rank(), size_, grid_},
      shared_{layout_.planes_to_columns()},
      value_bytes_{complex_bytes(problem.precision)},
      sample_plane_{sample_plane_bytes()},
      bytes_{part_bytes()},
      engines_{&engines_of(options.backend)},
      threads_{options.threads},
      machine_{runtime::make_machine(options.backend, options.threads)}
{
    if (size_ == 1) {
        whole_ = plan(problem_, Axes::all);
        return;
    }
    exchange_ = ranks::make_exchange(options.backend, ranks, options.transport);
    const bool in_passes = make_exchanging(ranks, options);
    const bool shares_chunk =
        !in_passes && !in_place() && transposed_ && (!inverse() || problem_.kind == Kind::c2r);
    const RankLayout of_first{problem_, 0, size_, grid_};  // all ranks have as many chunks
    transposition_.emplace(
        shared_.division, shared_.group, value_bytes_, *machine_,
        TranspositionOptions{
            .chunks = usual_chunks(options.chunks, of_first.planes_to_columns().division,
                                   value_bytes_, options.backend),
            .packs = shares_chunk || !exchange_->takes_rows()});
    if (shares_chunk) {
        chunk_spectra_ = machine_->allocate(static_cast<std::size_t>(
            std::max<std::int64_t>(transposition_->most_planes() * shared_.division.plane(), 1) *
            value_bytes_));
    }
    if (in_passes) {
        make_addresses();
        return;
    }
    make_plans();
    if (grid_) {
        make_lines(options);
    }
}

Engine RankTransform::plan(const Problem& problem, Axes axes) const
{
    return engines_->make(problem, {.threads = threads_}, axes);
}

/// Makes passes that exchange, if they serve all ranks. Collective.
bool RankTransform::make_exchanging(const Communicator& ranks, const RankOptions& options)
{
    if (grid_ || !transposed_ || options.chunks != 0 || !exchange_->reaches() ||
        !may_exchange_in_passes(problem_, size_)) {
        return false;
    }
    exchanging_ = make_exchanging_passes(problem_, rank_array(problem_, size_, shared_.group.own));
    const auto served = ranks::gathered(ranks, exchanging_ ? 1 : 0);
    if (std::ranges::find(served, 0) != served.end()) {
        exchanging_.reset();
    }
    return exchanging_.has_value();
}

/// Columns, or planes on their way back, are received where a Transposition has its columns.
void RankTransform::make_addresses()
{
    const RankArray array = rank_array(problem_, size_, shared_.group.own);
    sent_bytes_ = array.received() / size_ * (size_ - 1) * value_bytes_;
    outbox_ = machine_->allocate(
        static_cast<std::size_t>(std::max<std::int64_t>(array.outbox(), 1) * value_bytes_));
    std::ranges::copy(exchange_->reach(transposition_->columns()), addresses_.received);
    std::ranges::copy(exchange_->reach(outbox_.as<std::byte>()), addresses_.outbox);
}

/// Planes of this rank without their slowest axis; of pencils without the second one, too.
Problem RankTransform::plane_problem(std::int64_t planes) const
{
    Problem problem = problem_;
    problem.lengths.erase(problem.lengths.begin(), problem.lengths.begin() + (grid_ ? 2 : 1));
    problem.batch = planes * shared_.division.rows;
    if (inverse() && problem.kind == Kind::c2c) {
        problem.placement = Placement::in_place;  // the spectra are unpacked into the output
    }
    return problem;
}

std::int64_t RankTransform::sample_plane_bytes() const
{
    const Problem plane = plane_problem(1);
    if (plane.batch == 0) {
        return 0;
    }
    return inverse() ? output_bytes(plane) : input_bytes(plane);
}

PartBytes RankTransform::part_bytes() const
{
    const std::int64_t planes = own_planes().count;
    const std::int64_t slab = planes * shared_.division.plane() * value_bytes_;
    const std::int64_t spectrum = layout_.part(transposed_).volume() * value_bytes_;
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
        const Problem problem = plane_problem(planes);
        if (problem.batch > 0 && !plane_plans_.contains(planes)) {
            plane_plans_[planes] = plan(problem, Axes::all);
        }
    }
    const std::int64_t row = shared_.division.part_of(shared_.group.own);
    if (row == 0) {
        return;
    }
    Problem columns{
        .lengths = {shared_.division.planes},
        .kind = Kind::c2c,
        .direction = problem_.direction,
        .precision = problem_.precision,
        .placement = transposed_ && !grid_ ? Placement::out_of_place : Placement::in_place};
    if (row > 1) {
        columns.lengths.push_back(row);
    }
    column_plan_ = plan(columns, Axes::slowest);
}

/// The lines along y of pencils, in the columns of the first transposition.
void RankTransform::make_lines(const RankOptions& options)
{
    const RankLayout of_first{problem_, 0, size_, grid_};
    const bool reads_input = inverse() && transposed_ && problem_.kind == Kind::c2c;
    lines_.emplace(
        problem_, reads_input && !in_place() ? Placement::out_of_place : Placement::in_place,
        layout_.transposed_to_columns(), *machine_,
        [this](const Problem& problem, Axes axes) { return plan(problem, axes); },
        TranspositionOptions{
            .chunks = usual_chunks(options.chunks, of_first.transposed_to_columns().division,
                                   value_bytes_, options.backend),
            .packs = !exchange_->takes_rows(),
            .columns = transposition_->columns()});
    const std::int64_t bytes = layout_.part(true).volume() * value_bytes_;
    if (bytes > (problem_.kind == Kind::c2r ? bytes_.in : bytes_.out)) {
        transposed_spectrum_ = machine_->allocate(static_cast<std::size_t>(bytes));
    }
}

/// Where planes of the spectrum lie beside the other side.
RankTransform::Planes RankTransform::planes_of_spectrum(std::byte* in, std::byte* out) const
{
    std::byte* const samples = inverse() ? out : in;
    const std::int64_t step = shared_.division.plane() * value_bytes_;
    if (in_place()) {
        return {.samples = samples, .spectra = samples, .step = step};
    }
    if (chunk_spectra_.data() != nullptr) {
        return {.samples = samples, .spectra = chunk_spectra_.as<std::byte>(), .step = 0};
    }
    return {.samples = samples, .spectra = problem_.kind == Kind::c2r ? in : out, .step = step};
}

void RankTransform::transform_planes(const ranks::Slice& slice, const Planes& planes,
                                     Stream stream) const
{
    const auto plan = plane_plans_.find(slice.count);
    if (plan == plane_plans_.end() || planes.samples == nullptr) {
        return;
    }
    std::byte* const samples = planes.samples + slice.first * sample_plane_;
    std::byte* const spectra = planes.spectra + slice.first * planes.step;
    plan->second.execute(inverse() ? spectra : samples, inverse() ? samples : spectra, stream, {},
                         {});
}

void RankTransform::transform_columns(std::byte* from, std::byte* to, Stream stream) const
{
    if (column_plan_) {
        column_plan_->execute(from, to, stream, {}, {});
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

/// The transforms of columns and of lines along y in pencils, in the order of the direction; where
/// the spectrum goes back to planes, the columns come first.
void RankTransform::transform_columns_and_lines(std::byte* in, std::byte* out, bool transforms,
                                                Stream stream) const
{
    std::byte* const columns = transposition_->columns();
    std::byte* const array = problem_.kind == Kind::c2r ? in : out;
    std::byte* const spectrum =
        transposed_spectrum_.data() != nullptr ? transposed_spectrum_.as<std::byte>() : array;
    const bool from_transposed = inverse() && transposed_;
    if (from_transposed) {
        lines_->make_columns(in, spectrum, transforms, *exchange_, stream);
    }
    if (transforms) {
        transform_columns(columns, columns, stream);
    }
    if (!from_transposed) {
        lines_->take_columns(spectrum, transforms, *exchange_, stream);
    }
    if (!transposed_) {
        lines_->make_columns(spectrum, spectrum, false, *exchange_, stream);
    }
}

void RankTransform::run(std::byte* in, std::byte* out, bool transforms, Stream stream) const
{
    Planes sides = planes_of_spectrum(in, out);
    if (!transforms) {
        sides.samples = nullptr;
    }
    const Planes kept{.samples = nullptr,
                      .spectra = inverse() ? in : out,
                      .step = shared_.division.plane() * value_bytes_};
    if (!inverse() || !transposed_) {
        planes_to_columns(inverse() ? kept : sides, stream);
    }
    std::byte* const columns = transposition_->columns();
    if (lines_) {
        transform_columns_and_lines(in, out, transforms, stream);
    } else if (transforms) {
        transform_columns(inverse() && transposed_ ? in : columns,
                          !inverse() && transposed_ ? out : columns, stream);
    }
    if (inverse() || !transposed_) {
        columns_to_planes(inverse() ? sides : kept, stream);
    }
}

void RankTransform::run_exchanging(std::byte* in, std::byte* out, Stream stream) const
{
    exchange_->meet(0, stream);  // nobody reads any more what the execution before has exchanged
    exchanging_->execute_first(in, out, addresses_, stream);
    exchange_->meet(sent_bytes_, stream);
    exchanging_->execute_last(out, addresses_, stream);
}

void RankTransform::execute(void* in, void* out, Stream stream) const
{
    if (whole_) {
        return whole_->execute(in, out, stream, {}, {});
    }
    validate_arrays(problem_, bytes_, in, out);
    if (exchanging_) {
        return run_exchanging(static_cast<std::byte*>(in), static_cast<std::byte*>(out), stream);
    }
    run(static_cast<std::byte*>(in), static_cast<std::byte*>(out), true, stream);
}

void RankTransform::exchange_alone(void* in, void* out, Stream stream) const
{
    if (!whole_) {
        validate_arrays(problem_, bytes_, in, out);
        run(static_cast<std::byte*>(in), static_cast<std::byte*>(out), false, stream);
    }
}

std::size_t RankTransform::workspace_bytes() const
{
    std::size_t bytes = chunk_spectra_.bytes() + transposed_spectrum_.bytes() + outbox_.bytes() +
                        (transposition_ ? transposition_->bytes() : 0) +
                        (lines_ ? lines_->workspace_bytes() : 0);
    for (const auto& [planes, plan] : plane_plans_) {
        bytes += plan.workspace_bytes;
    }
    for (const auto* plan : {&whole_, &column_plan_}) {
        bytes += *plan ? (*plan)->workspace_bytes : 0;
    }
    return bytes;
}

std::string RankTransform::describe() const
{
    if (whole_) {
        return whole_->words;
    }
    const auto share = [](std::int64_t part, std::int64_t all, const char* what) {
        return std::to_string(part) + " of " + std::to_string(all) + what;
    };
    if (exchanging_) {
        return share(own_planes().count, shared_.division.planes, " planes by ") +
               exchanging_->planes + "; columns by " + exchanging_->columns +
               "; passes load and store the arrays of other devices";
    }
    std::string text = "no planes";
    if (!plane_plans_.empty()) {
        text = share(own_planes().count, shared_.division.planes, " planes") +
               (grid_ ? ", " + share(shared_.division.rows, problem_.lengths[1], " rows") : "") +
               " by " + plane_plans_.rbegin()->second.words;
    }
    text += column_plan_ ? "; columns by " + column_plan_->words : "; no columns";
    if (lines_) {
        text += "; " + lines_->describe() + "; a grid of " + std::to_string(grid_->along_z) +
                " x " + std::to_string(grid_->along_y) + " ranks";
    }
    const int chunks = transposition_->chunks();
    return text + "; " + std::to_string(chunks) + (chunks == 1 ? " chunk" : " chunks") +
           ", joined by " + exchange_->describe();
}

}  // namespace tobiuo::fft
