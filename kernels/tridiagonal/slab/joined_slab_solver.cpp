// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/slab/joined_slab_solver.hpp"

#include "kernels/tridiagonal/slab/slab_launch.hpp"
#include "kernels/tridiagonal/slab/slab_solver.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_thread.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::tridiagonal {
namespace {

std::optional<ToeplitzForm> one_pass(const JoinedSlabRequest& request, Precision precision,
                                     const fft::DeviceLimits& limits)
{
    if (request.in_parts || request.rows > most_toeplitz_rows) {
        return std::nullopt;
    }
    auto form = choose_toeplitz({.rows = static_cast<int>(request.rows),
                                 .step = request.columns,
                                 .columns = request.columns,
                                 .first = Edge::open,
                                 .last = Edge::open},
                                precision, limits);
    form->reversed = request.reversed;
    return form;
}

device::Specialisation kernel_of(SlabKernel kernel, const JoinedSlabRequest& request,
                                 Precision precision)
{
    return specialise(kernel, request.first, request.last, precision);
}

}  // namespace

template <typename T>
JoinedSlabSolver<T>::JoinedSlabSolver(const JoinedSlabRequest& request,
                                      const fft::DeviceLimits& limits)
    : request_{request},
      form_{one_pass(request, precision_of<T>, limits)},
      begin_{kernel_of(form_ ? SlabKernel::tell : SlabKernel::rise, request, precision_of<T>)},
      tell_risen_{form_ ? std::nullopt
                        : std::optional<device::Kernel>{kernel_of(SlabKernel::tell_risen, request,
                                                                  precision_of<T>)}},
      join_{kernel_of(SlabKernel::join, request, precision_of<T>)},
      end_{form_ ? specialise(*form_, precision_of<T>)
                 : kernel_of(SlabKernel::fall, request, precision_of<T>)}
{
}

template <typename T>
void JoinedSlabSolver<T>::begin(const SlabSystems& systems, const SlabSums& sums,
                                const ToldSums<T>& told, T* values, cudaStream_t stream) const
{
    if (form_) {
        begin_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums, told,
                      slab(values));
        return;
    }
    rise(systems, sums, slab(values), stream);
    tell(systems, sums, told, stream);
}

template <typename T>
void JoinedSlabSolver<T>::rise(const SlabSystems& systems, const SlabSums& sums,
                               const Slab<T>& part, cudaStream_t stream) const
{
    begin_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums, part);
}

template <typename T>
void JoinedSlabSolver<T>::tell(const SlabSystems& systems, const SlabSums& sums,
                               const ToldSums<T>& told, cudaStream_t stream) const
{
    tell_risen_->launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums, told);
}

template <typename T>
void JoinedSlabSolver<T>::join(const SlabSystems& systems, const SlabSums& sums,
                               const AllTold<T>& joined, cudaStream_t stream) const
{
    join_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums, joined);
}

template <typename T>
void JoinedSlabSolver<T>::fall(const SlabSystems& systems, const SlabSums& sums,
                               const Slab<T>& part, cudaStream_t stream) const
{
    end_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums, part);
}

template <typename T>
void JoinedSlabSolver<T>::end(const SlabSystems& systems, const SlabSums& sums, T* values,
                              cudaStream_t stream) const
{
    if (!form_) {
        fall(systems, sums, slab(values), stream);
        return;
    }
    end_.launch({.grid = dim3{static_cast<unsigned>(form_->tiles())},
                 .block = dim3{static_cast<unsigned>(form_->threads())},
                 .stream = stream,
                 .overlapping = true},
                toeplitz_systems(systems, values), sums);
}

template class JoinedSlabSolver<float>;
template class JoinedSlabSolver<double>;

}  // namespace tobiuo::tridiagonal
