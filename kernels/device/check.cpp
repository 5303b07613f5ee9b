#include "kernels/device/check.hpp"

#include <string>

namespace tobiuo::device {
namespace {

std::string_view file_in_tree(std::string_view path)
{
    const auto start = path.rfind("kernels/");
    return start == std::string_view::npos ? path : path.substr(start);
}

}  // namespace

void fail(cudaError_t status, std::string_view doing, std::source_location at)
{
    static_cast<void>(cudaGetLastError());
    std::string text = "could not " + std::string{doing} + " (" + cudaGetErrorName(status) + ": " +
                       cudaGetErrorString(status) + ") at " +
                       std::string{file_in_tree(at.file_name())} + ":" + std::to_string(at.line());
    if (status == cudaErrorMemoryAllocation) {
        text += "; choose a smaller grid, another device, or `backend: cpu`";
    }
    throw DeviceError{text};
}

}  // namespace tobiuo::device
