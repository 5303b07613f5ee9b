// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/line_transform.hpp"

#include <stdexcept>

#include "kernels/fft/host/line_steps.hpp"

namespace tobiuo::fft {
namespace {

template <typename T>
std::unique_ptr<LineSteps<T>> steps_of(RealKind forward, std::int64_t length, Effort effort)
{
    switch (forward) {
        case RealKind::cosine_1:
        case RealKind::sine_1:
            return halved_lines<T>(forward, length, effort);
        case RealKind::real:
            throw std::invalid_argument{
                "a transform back from halfcomplex is the inverse of another one: plan that"};
        default:
            return paired_lines<T>(forward, length, effort);
    }
}

}  // namespace

template <typename T>
HostLineTransform<T>::HostLineTransform(RealKind forward, std::int64_t length, Effort effort)
    : steps_{steps_of<T>(forward, length, effort)}
{
}

template <typename T>
HostLineTransform<T>::HostLineTransform(HostLineTransform&&) noexcept = default;
template <typename T>
HostLineTransform<T>& HostLineTransform<T>::operator=(HostLineTransform&&) noexcept = default;
template <typename T>
HostLineTransform<T>::~HostLineTransform() = default;

template <typename T>
void HostLineTransform<T>::forward(T* tile) const
{
    steps_->forward(tile);
}

template <typename T>
void HostLineTransform<T>::inverse(T* tile) const
{
    steps_->inverse(tile);
}

template <typename T>
const std::vector<TileRow>& HostLineTransform<T>::input_rows() const
{
    return steps_->input_rows;
}

template <typename T>
const std::vector<std::int64_t>& HostLineTransform<T>::modes() const
{
    return steps_->modes;
}

template <typename T>
double HostLineTransform<T>::round_trip() const
{
    return steps_->round_trip;
}

template class HostLineTransform<float>;
template class HostLineTransform<double>;

}  // namespace tobiuo::fft
