#include "kernels/fft/host/fftw_plan.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace tobiuo::fft {
namespace {

/// Elements (complex numbers or reals) from one array of the batch to the next, then from one index
/// of each axis to the next, where a row takes `row` elements.
std::vector<std::ptrdiff_t> strides(const Problem& problem, std::ptrdiff_t row)
{
    const std::size_t axes = problem.lengths.size();
    std::vector<std::ptrdiff_t> elements(axes + 1, 1);
    for (std::size_t axis = axes; axis-- > 0;) {
        elements[axis] = elements[axis + 1] * (axis + 1 == axes ? row : problem.lengths[axis]);
    }
    return elements;
}

/// The problem in the words of FFTW's guru interface.
struct Guru {
    explicit Guru(const Problem& problem)
    {
        const std::ptrdiff_t spectrum = spectrum_row(problem);
        const std::ptrdiff_t reals =
            problem.placement == Placement::in_place ? 2 * spectrum : problem.lengths.back();
        const auto in = strides(problem, problem.kind == Kind::r2c ? reals : spectrum);
        const auto out = strides(problem, problem.kind == Kind::c2r ? reals : spectrum);
        batch = {.n = problem.batch, .is = in[0], .os = out[0]};
        for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
            axes.push_back({.n = problem.lengths[axis], .is = in[axis + 1], .os = out[axis + 1]});
        }
        sign = problem.direction == Direction::forward ? FFTW_FORWARD : FFTW_BACKWARD;
    }

    [[nodiscard]] int rank() const { return static_cast<int>(axes.size()); }

    std::vector<fftw_iodim64> axes;
    fftw_iodim64 batch{};
    int sign;
};

template <typename T>
auto as_complex(T* data)
{
    return reinterpret_cast<typename Fftw<T>::Complex*>(data);
}

template <typename T>
typename Fftw<T>::Plan make(const Problem& problem, T* in, T* out, unsigned flags)
{
    const Guru guru{problem};
    switch (problem.kind) {
        case Kind::r2c:
            return Fftw<T>::plan_r2c(guru.rank(), guru.axes.data(), 1, &guru.batch, in,
                                     as_complex(out), flags);
        case Kind::c2r:
            return Fftw<T>::plan_c2r(guru.rank(), guru.axes.data(), 1, &guru.batch, as_complex(in),
                                     out, flags);
        default:
            return Fftw<T>::plan_c2c(guru.rank(), guru.axes.data(), 1, &guru.batch, as_complex(in),
                                     as_complex(out), guru.sign, flags);
    }
}

}  // namespace

template <typename T>
FftwPlan<T>::FftwPlan(const Problem& problem, T* in, T* out, int threads, unsigned flags)
    : kind_{problem.kind}
{
    const FftwPlanner<T> planner{threads};
    plan_.reset(make(problem, in, out, flags));
    if (plan_ == nullptr) {
        throw std::runtime_error{"FFTW made no plan of " + describe(problem) +
                                 " (out of memory?): free some memory or use a smaller batch"};
    }
}

template <typename T>
void FftwPlan<T>::execute(T* in, T* out) const
{
    switch (kind_) {
        case Kind::r2c:
            return Fftw<T>::execute_r2c(plan_.get(), in, as_complex(out));
        case Kind::c2r:
            return Fftw<T>::execute_c2r(plan_.get(), as_complex(in), out);
        default:
            return Fftw<T>::execute_c2c(plan_.get(), as_complex(in), as_complex(out));
    }
}

template class FftwPlan<float>;
template class FftwPlan<double>;
template class FftwPlan<long double>;

}  // namespace tobiuo::fft
