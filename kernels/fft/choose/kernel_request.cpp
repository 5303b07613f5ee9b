#include "kernels/fft/choose/kernel_request.hpp"

#include <string_view>

namespace tobiuo::fft {
namespace {

constexpr std::string_view order_word(Order order)
{
    return order == Order::contiguous ? "contiguous "
           : order == Order::strided  ? "strided "
                                      : "transposing ";
}

}  // namespace

std::string text_of(const KernelRequest& request)
{
    std::string text{order_word(request.order)};
    text += std::to_string(request.length);
    text += request.precision == Precision::fp32 ? " single x " : " double x ";
    text += std::to_string(request.line_count);
    text += request.large_stride ? ", large stride" : "";
    text += request.in_pairs ? ", two for one" : "";
    text += request.needs_shared_memory ? ", mirrored" : "";
    text += request.mirrored == Mirrored::source ? ", from half spectrum"
            : request.mirrored == Mirrored::sink ? ", to half spectrum"
                                                 : "";
    text += request.packed ? ", packed" : "";
    text += request.makhoul ? ", reordered" : "";
    text += request.type_one ? ", kind 1" : "";
    text += request.convolves ? ", convolution" : "";
    text += request.fused_inverse ? ", forward and inverse" : "";
    return text;
}

}  // namespace tobiuo::fft
