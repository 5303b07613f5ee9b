#include "kernels/fft/ranks/rank_transform.hpp"

#include <algorithm>

namespace tobiuo::fft {
namespace {

int usual_chunks(const Problem& problem, const RankOptions& options, int size)
{
    const int wanted =
        options.chunks > 0 ? options.chunks : default_chunks(problem, options.backend, size);
    return static_cast<int>(
        std::clamp<std::int64_t>(wanted, 1, SlabDivision{problem, size}.most_chunks()));
}

}  // namespace

int default_chunks(const Problem& problem, Backend backend, int size)
{
    constexpr std::int64_t most = 4;
    constexpr std::int64_t message_bytes = std::int64_t{1} << 20;
    if (backend == Backend::cpu) {
        return 1;
    }
    const SlabDivision division{problem, size};
    const std::int64_t bytes =
        division.planes * division.plane() * complex_bytes(problem.precision) / size / size;
    return static_cast<int>(std::clamp<std::int64_t>(bytes / message_bytes, 1, most));
}

RankTransform::RankTransform(const Problem& problem, const Communicator& ranks,
                             const RankOptions& options)
    : problem_{problem},
      transposed_{options.transposed},
      rank_{ranks.rank()},
      size_{ranks.size()},
      division_{problem, size_},
      value_bytes_{complex_bytes(problem.precision)},
      chunks_{usual_chunks(problem, options, size_)},
      sample_plane_{inverse() ? output_bytes(plane_problem(1)) : input_bytes(plane_problem(1))},
      bytes_{part_bytes()},
      machine_{make_machine(options.backend, options.threads)}
{
    if (size_ == 1) {
        whole_ = machine_->plan(problem_, Axes::all);
        return;
    }
    allocate();
    make_plans();
    for (int chunk = 0; chunk < chunks_; ++chunk) {
        messages_.push_back(messages_of(chunk));
    }
    exchange_ = ranks::make_exchange(options.backend, ranks, options.transport);
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
        transposed_ ? division_.planes * division_.row_of(rank_) * value_bytes_ : slab;
    if (in_place()) {
        return {.in = std::max(slab, spectrum), .out = std::max(slab, spectrum)};
    }
    return inverse() ? PartBytes{.in = spectrum, .out = planes * sample_plane_}
                     : PartBytes{.in = planes * sample_plane_, .out = spectrum};
}

void RankTransform::allocate()
{
    const auto allocated = [&](std::int64_t values) {
        const auto bytes = static_cast<std::size_t>(std::max<std::int64_t>(values, 1)) *
                           static_cast<std::size_t>(value_bytes_);
        work_bytes_ += bytes;
        return machine_->allocate(bytes);
    };
    std::int64_t most = 0;
    for (int chunk = 0; chunk < chunks_; ++chunk) {
        most = std::max(most, chunk_planes(chunk).count);
    }
    columns_ = allocated(division_.planes * division_.row_of(rank_));
    for (int at = 0; at < std::min(chunks_, 2); ++at) {
        blocks_[at] = allocated(most * division_.plane());
    }
    if (!in_place() && transposed_ && (!inverse() || problem_.kind == Kind::c2r)) {
        chunk_spectra_ = allocated(most * division_.plane());
    }
}

void RankTransform::make_plans()
{
    for (int chunk = 0; chunk < chunks_; ++chunk) {
        const std::int64_t planes = chunk_planes(chunk).count;
        if (planes > 0 && !plane_plans_.contains(planes)) {
            plane_plans_[planes] = machine_->plan(plane_problem(planes), Axes::all);
        }
    }
    const std::int64_t row = division_.row_of(rank_);
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

RankTransform::ChunkMessages RankTransform::messages_of(int chunk) const
{
    ChunkMessages messages;
    const PlaneBlocks mine = copies_of(chunk, {});
    for (int other = 0; other < size_; ++other) {
        if (other == rank_) {
            continue;
        }
        const auto block = static_cast<std::size_t>(mine.rows * mine.columns(other)) * sizeof(Word);
        if (block > 0) {
            Word* const data = mine.in_block(other, 0);
            messages.sent_blocks.push_back({.to = other, .data = data, .bytes = block});
            messages.received_blocks.push_back({.from = other, .data = data, .bytes = block});
        }
        const ranks::Slice theirs = division_.chunk_of(other, chunk, chunks_);
        const std::int64_t row_bytes = division_.row_of(rank_) * value_bytes_;
        const auto rows = static_cast<std::size_t>(theirs.count * row_bytes);
        if (rows > 0) {
            std::byte* const data =
                columns_ + (division_.slab_of(other).first + theirs.first) * row_bytes;
            messages.sent_rows.push_back({.to = other, .data = data, .bytes = rows});
            messages.received_rows.push_back({.from = other, .data = data, .bytes = rows});
        }
    }
    return messages;
}

PlaneBlocks RankTransform::copies_of(int chunk, const Planes& planes) const
{
    const ranks::Slice slice = chunk_planes(chunk);
    const std::int64_t row =
        (division_.slab_of(rank_).first + slice.first) * division_.row_of(rank_) * value_bytes_;
    return {.planes = reinterpret_cast<Word*>(planes.spectra + slice.first * planes.step),
            .blocks = reinterpret_cast<Word*>(blocks_of(chunk)),
            .own = reinterpret_cast<Word*>(columns_ + row),
            .rows = slice.count,
            .second = division_.second,
            .inner = division_.inner * value_bytes_ / static_cast<std::int64_t>(sizeof(Word)),
            .rank = rank_,
            .size = size_};
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

void RankTransform::transform_planes(int chunk, const Planes& planes, Stream stream) const
{
    const ranks::Slice slice = chunk_planes(chunk);
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
    for (int chunk = 0; chunk < chunks_; ++chunk) {
        const ChunkMessages& messages = messages_[static_cast<std::size_t>(chunk)];
        transform_planes(chunk, planes, stream);
        machine_->pack(copies_of(chunk, planes), stream);
        if (chunk > 0) {
            exchange_->finish(stream);
        }
        exchange_->start(messages.sent_blocks, messages.received_rows, stream);
    }
    exchange_->finish(stream);
}

void RankTransform::columns_to_planes(const Planes& planes, Stream stream) const
{
    const auto start = [&](int chunk) {
        const ChunkMessages& messages = messages_[static_cast<std::size_t>(chunk)];
        exchange_->start(messages.sent_rows, messages.received_blocks, stream);
    };
    start(0);
    for (int chunk = 0; chunk < chunks_; ++chunk) {
        exchange_->finish(stream);
        if (chunk + 1 < chunks_) {
            start(chunk + 1);
        }
        machine_->unpack(copies_of(chunk, planes), stream);
        transform_planes(chunk, planes, stream);
    }
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
    if (!inverse()) {
        planes_to_columns(sides, stream);
        transform_columns(columns_, transposed_ ? to : columns_, stream);
        if (!transposed_) {
            columns_to_planes({.samples = nullptr, .spectra = to, .step = step}, stream);
        }
        return;
    }
    if (!transposed_) {
        planes_to_columns({.samples = nullptr, .spectra = from, .step = step}, stream);
    }
    transform_columns(transposed_ ? from : columns_, columns_, stream);
    columns_to_planes(sides, stream);
}

std::size_t RankTransform::workspace_bytes() const
{
    std::size_t bytes = work_bytes_;
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
    return text + "; " + std::to_string(chunks_) + (chunks_ == 1 ? " chunk" : " chunks") +
           ", joined by " + exchange_->describe();
}

}  // namespace tobiuo::fft
