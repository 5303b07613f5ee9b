#include "solvers/poisson/engine/in_unit.hpp"

#include "kernels/threads.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
MultiplyBy<T> multiply_on_host(double factor)
{
    return [factor](const T* f, T* u, std::int64_t count, Stream /*stream*/) {
        constexpr double nanoseconds = 1.0;  // time for one value
        [[maybe_unused]] const int threads = threads_for(count, nanoseconds);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t n = 0; n < count; ++n) {
            u[n] = static_cast<T>(factor * static_cast<double>(f[n]));
        }
    };
}

}  // namespace

template <typename T>
InUnit<T>::InUnit(const Problem& problem, Backend backend) : unit_{unit_of_length(problem)}
{
    for (int face = 0; face < walls::face_count; ++face) {
        is_neumann_[face] = condition_of(problem, face / 2, face % 2) == Condition::neumann;
    }
    if (!unit_.is_one()) {  // arrays for OpenCL are in host memory
        multiply_ = backend == Backend::cuda ? multiply_on_device<T>(unit_.squared())
                                             : multiply_on_host<T>(unit_.squared());
    }
}

template <typename T>
const T* InUnit<T>::right_hand_side(const T* f, T* u, std::int64_t count, Stream stream) const
{
    if (unit_.is_one()) {
        return f;
    }
    multiply_(f, u, count, stream);
    return u;
}

template <typename T>
walls::GivenFaces<T> InUnit<T>::walls(walls::GivenFaces<T> given) const
{
    for (int face = 0; face < walls::face_count; ++face) {
        if (is_neumann_[face]) {
            given.of[face].factor = unit_.length();
        }
    }
    return given;
}

template class InUnit<float>;
template class InUnit<double>;

}  // namespace tobiuo::poisson
