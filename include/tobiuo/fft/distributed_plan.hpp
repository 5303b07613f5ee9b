// SPDX-License-Identifier: BSD-3-Clause
// A Fourier transform of an array that is divided among ranks.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/communicator.hpp>
#include <tobiuo/error.hpp>
#include <tobiuo/fft/transform.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::fft {

/// How the arrays are divided among ranks.
enum class RankDivision {
    /// Slabs; pencils of three axes if there are more ranks than planes of z or than rows of y.
    automatic,
    slabs,   ///< along one axis
    pencils  ///< along two of three axes by a grid of ranks, whose rows and columns exchange
};

/// Where the spectrum lies after a forward transform and before an inverse one.
enum class SpectrumLayout {
    same,       ///< divided as the other side is
    transposed  ///< as the exchanges leave it, which saves half of them
};

/// The options of each rank; all ranks give the same.
struct DistributedPlanOptions {
    std::optional<Backend> backend = {};  ///< default_backend() if empty
    SpectrumLayout spectrum = SpectrumLayout::same;
    RankDivision division = RankDivision::automatic;
    /// For pencils: the ranks that divide z, a divisor of their number; the other side of the grid
    /// divides y. Ranks of neighbouring numbers divide y. 0 stands for a number that suits the
    /// size.
    int ranks_along_z = 0;
    /// Parts in which the planes of a rank are transformed and sent: on GPUs a part is on its way
    /// while the next one is transformed. 0 stands for what suits: passes that exchange themselves
    /// (see DistributedPlan) where they can, else a number for the size.
    int chunks = 0;
    int threads = 0;  ///< on the CPU; 0 stands for as many OpenMP threads as the size is worth
    /// Lets messages between devices take the way through host memory. Otherwise devices of one
    /// machine copy to each other, those of several use NCCL, and only where neither can they go
    /// through host memory. An execution then waits for the stream.
    bool through_host_memory = false;
};

/// Neighbouring indices of an axis.
struct IndexRange {
    std::int64_t first{};
    std::int64_t count{};  ///< 0 if there are more ranks than indices and this is one of the last

    [[nodiscard]] bool operator==(const IndexRange&) const = default;
};

/// The part [z.count][y.count][x.count] of an array that one rank has, with all indices of an axis
/// that is not divided; those along x of a spectrum of r2c and c2r are Nx/2 + 1 in all.
struct RankPart {
    IndexRange z;
    IndexRange y;
    IndexRange x;

    [[nodiscard]] bool operator==(const RankPart&) const = default;
};

/// The parts of one rank of what its execution reads and writes.
struct RankParts {
    RankPart input;
    RankPart output;
};

/// The reason why a DistributedPlan of the transform cannot be made, as one sentence with the cure:
/// unsupported_reason(), a single axis, or a batch. Nothing if it can.
[[nodiscard]] std::optional<std::string> distributed_unsupported_reason(const Transform& transform,
                                                                        Backend backend);

/// The parts of rank number `rank` of `size`, of a plan with these options. Along each axis the
/// parts of all ranks cover the indices in order and differ by one at most. Requires a transform
/// without distributed_unsupported_reason(). Throws std::invalid_argument if it has no such
/// pencils.
[[nodiscard]] RankParts parts_of_rank(const Transform& transform, int rank, int size,
                                      const DistributedPlanOptions& options = {});

/// The plan of a transform over two or three axes, of whose arrays each rank of a communicator has
/// a part.
///
///     const MpiCommunicator ranks{MPI_COMM_WORLD};  // <tobiuo/mpi.hpp>
///     const fft::DistributedPlan plan{{.extents = {512, 512, 512}}, ranks};
///     // data has plan.input_bytes(): the part plan.input_part() of all points
///     plan.execute(data, stream);
///
/// Arrays    hold the part of this rank, else as those of Plan: rows along x that are whole have
///           the distance that Transform says. Divided are, with rank number p Q + q of a grid of
///           P ranks along z and Q along y:
///                         samples, and a spectrum      transposed spectrum
///                         in the same layout
///               slabs     z                            y
///               pencils   z among P and y among Q      z among Q and x among P
///           and over two axes y, and x of a transposed spectrum. Slabs are best while every rank
///           has one: they exchange half as often. The spectrum of c2c is the output of a forward
///           and the input of an inverse transform. In place the array has room for either side:
///           input_bytes(), which is output_bytes(). On a rank without a part arrays may be null.
/// Calls     constructor, destructor, move assignment and execute() are collective: all ranks call
///           them in the same order, before MPI_Finalize, and an execution at a time. An execution
///           waits for the calls of the other ranks, not for their work; where passes exchange
///           without messages it is the stream that waits, and a rank that ends leaves the streams
///           of the others waiting until what started the ranks ends them, as mpirun does.
/// Method    slabs: planes are transformed; all ranks exchange blocks; the slowest axis is
///           transformed. Pencils: x is transformed; the P ranks of a column exchange blocks; z is;
///           the Q ranks of a row exchange blocks; y is. Unless the spectrum is transposed, blocks
///           are then exchanged back. An inverse goes the other way. One rank does what Plan does.
///           c2c of three axes with a transposed spectrum in slabs, of which up to 8 ranks have
///           equal parts with an even number of rows, each on a GPU of one machine that reaches the
///           others, needs no messages: the last pass before the exchange stores half of what
///           others need in their memory, and the first pass behind it loads the other half from
///           there.
/// Result    that of Plan up to rounding; the same bits for as many ranks and the same division.
/// Input     is kept out of place but by c2r.
/// Order, device and accuracy are those of Plan.
class DistributedPlan {
public:
    /// The communicator must live longer. Throws std::invalid_argument with
    /// distributed_unsupported_reason() or what is wrong with the options, DeviceError, or
    /// std::runtime_error if FFTW makes no plan or messages cannot be sent.
    DistributedPlan(const Transform& transform, const Communicator& ranks,
                    const DistributedPlanOptions& options = {});
    DistributedPlan(const DistributedPlan&) = delete;
    DistributedPlan& operator=(const DistributedPlan&) = delete;
    DistributedPlan(DistributedPlan&&) noexcept;
    DistributedPlan& operator=(DistributedPlan&&) noexcept;
    ~DistributedPlan();

    /// The in-place transforms, and those out of place. Each throws as Plan's do, and
    /// std::runtime_error or DeviceError if messages cannot be sent.
    void execute(std::complex<double>* data, Stream stream = nullptr) const;
    void execute(std::complex<float>* data, Stream stream = nullptr) const;
    void execute(double* data, Stream stream = nullptr) const;
    void execute(float* data, Stream stream = nullptr) const;
    /// Executes in place on the default stream. Without this overload a second argument `nullptr`
    /// could also be an array.
    template <typename Number>
    void execute(Number* data, std::nullptr_t /*stream*/) const
    {
        execute(data);
    }
    void execute(const std::complex<double>* in, std::complex<double>* out,
                 Stream stream = nullptr) const;
    void execute(const std::complex<float>* in, std::complex<float>* out,
                 Stream stream = nullptr) const;
    void execute(const double* in, std::complex<double>* out, Stream stream = nullptr) const;
    void execute(const float* in, std::complex<float>* out, Stream stream = nullptr) const;
    void execute(std::complex<double>* in, double* out, Stream stream = nullptr) const;
    void execute(std::complex<float>* in, float* out, Stream stream = nullptr) const;

    /// The transform of arrays of any other type with the same bytes (float2, cufftComplex); in
    /// place both addresses are equal. Types are not checked.
    void execute_untyped(void* in, void* out, Stream stream = nullptr) const;

    /// Exchanges what an execution does between the same arrays, without its transforms: what a
    /// measurement needs to know what the messages cost. It leaves any values in the arrays. One
    /// rank exchanges nothing. Collective; ordered as an execution is, and throws as it does.
    void exchange_alone(void* in, void* out, Stream stream = nullptr) const;

    /// What the exchanges of this rank have taken since the last call: of executions or those
    /// alone. Waits for them.
    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const;

    /// parts_of_rank() of this rank.
    [[nodiscard]] RankPart input_part() const;
    [[nodiscard]] RankPart output_part() const;

    /// Bytes of the arrays of this rank; in place both are the same.
    [[nodiscard]] std::int64_t input_bytes() const;
    [[nodiscard]] std::int64_t output_bytes() const;

    [[nodiscard]] const Transform& transform() const;
    [[nodiscard]] Backend backend() const;

    /// Bytes of memory that this rank's part needs besides the arrays.
    [[nodiscard]] std::size_t workspace_bytes() const;

    /// One line for a log: the transform, the passes of this rank, and how its messages travel.
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

/// The options with the back end named, and with the division and the number of chunks with which
/// executions of the transform take the least time on these ranks. It is measured: for each choice
/// the median of five executions, each by its slowest rank. A division that is not automatic, and a
/// grid of which ranks_along_z is given, stay as they are. It makes a plan for each choice, and
/// arrays of this size. Collective; the same on all ranks. Throws as the constructor of
/// DistributedPlan does.
[[nodiscard]] DistributedPlanOptions tuned_options(const Transform& transform,
                                                   const Communicator& ranks,
                                                   DistributedPlanOptions options = {});

}  // namespace tobiuo::fft
