// SPDX-License-Identifier: BSD-3-Clause
#include "studies/memory/probe/study_kernels.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "runtime/device/buffer.hpp"
#include "runtime/device/capacity.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::memory {
namespace {

constexpr int pattern_threads = 64;  // as in the paper
constexpr int fill_threads = 256;
constexpr int warp = 32;

std::string word_of(int element_bytes)
{
    switch (element_bytes) {
        case 4:
            return "float";
        case 8:
            return "float2";
        case 16:
            return "float4";
        default:
            throw std::invalid_argument{"no element has " + std::to_string(element_bytes) +
                                        " bytes (choose 4, 8 or 16)"};
    }
}

device::Specialisation of_chase_source(const char* kernel, const char* name)
{
    return {.source = "kernels/memory_study/chase.cuh",
            .kernel = kernel,
            .config = {},
            .options = {},
            .name = name};
}

/// Runs `launch(from, to, stream)` on the current device, from `in` to an array of zeros, and
/// returns that array.
template <typename Launch>
std::vector<float> copied(std::span<const float> in, const Launch& launch)
{
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<float> from{in.size()};
    const device::DeviceBuffer<float> to{in.size()};
    device::copy_to_device(from.data(), in, stream.get());
    device::clear(to, "clear an array", stream.get());
    launch(from.data(), to.data(), stream.get());
    return device::fetch_and_wait(to, stream.get());
}

}  // namespace

device::Specialisation stream_copy_specialisation(const CopyShape& shape)
{
    const std::string word = word_of(shape.element_bytes);
    return {.source = "kernels/memory_study/stream_copy.cuh",
            .kernel = "stream_copy",
            .config = {"using Word = " + word + ";",
                       device::constant("int threads", shape.block_threads),
                       device::constant("int streams", shape.streams),
                       device::constant("bool barrier", shape.barrier ? 1 : 0)},
            .options = {},
            .name = "stream-copy-" + word + "-threads" + std::to_string(shape.block_threads) +
                    "-streams" + std::to_string(shape.streams) + (shape.barrier ? "-barrier" : "")};
}

device::Specialisation pattern_copy_specialisation()
{
    return {.source = "kernels/memory_study/pattern_copy.cuh",
            .kernel = "pattern_copy",
            .config = {device::constant("int threads", pattern_threads)},
            .options = {},
            .name = "pattern-copy-threads" + std::to_string(pattern_threads)};
}

device::Specialisation fill_chain_specialisation()
{
    return of_chase_source("fill_chain", "chase-fill");
}

device::Specialisation chase_specialisation()
{
    return of_chase_source("chase", "chase");
}

std::vector<device::Specialisation> study_specialisations()
{
    std::vector<device::Specialisation> all{pattern_copy_specialisation(),
                                            fill_chain_specialisation(), chase_specialisation()};
    for (const int bytes : copy_elements) {
        for (const bool barrier : {false, true}) {
            CopyShape shape{.barrier = barrier, .element_bytes = bytes};
            for (const int streams : copy_streams) {
                shape.streams = streams;
                shape.block_threads = usual_threads;
                all.push_back(stream_copy_specialisation(shape));
            }
            shape.streams = 1;
            for (const int threads : copy_threads) {
                shape.block_threads = threads;
                if (threads != usual_threads) {
                    all.push_back(stream_copy_specialisation(shape));
                }
            }
        }
    }
    for (const int bytes : {nukada_element_bytes, copy_elements.back()}) {
        for (const int streams : many_streams) {
            all.push_back(stream_copy_specialisation(
                {.streams = streams, .element_bytes = bytes, .block_threads = nukada_threads}));
        }
    }
    return all;
}

StreamMap stream_map_of(const CopyShape& shape, const device::Kernel& kernel)
{
    const std::int64_t elements = shape.bytes / 2 / shape.element_bytes;
    if (elements < shape.streams) {
        throw std::invalid_argument{std::to_string(shape.bytes) + " bytes are too few for " +
                                    std::to_string(shape.streams) + " streams"};
    }
    const auto blocks = shape.threads > 0
                            ? static_cast<unsigned>(shape.threads / shape.block_threads)
                            : device::resident_blocks(kernel, shape.block_threads);
    return {.each = elements / shape.streams,
            .streams = shape.streams,
            .blocks = std::max(1U, blocks),
            .threads = static_cast<unsigned>(shape.block_threads)};
}

void launch_stream_copy(const device::Kernel& kernel, const StreamMap& map, const void* from,
                        void* to, int passes, cudaStream_t stream)
{
    kernel.launch(dim3{map.blocks}, dim3{map.threads}, stream, from, to, map, passes);
}

void launch_pattern_copy(const device::Kernel& kernel, const PatternMap& map, const void* from,
                         void* to, int passes, cudaStream_t stream)
{
    kernel.launch(dim3{device::resident_blocks(kernel, pattern_threads)}, dim3{pattern_threads},
                  stream, from, to, map, passes);
}

std::int64_t pattern_copy_threads(const device::Kernel& kernel)
{
    return std::int64_t{device::resident_blocks(kernel, pattern_threads)} * pattern_threads;
}

void launch_fill_chain(const device::Kernel& kernel, const ChaseMap& map, unsigned* lines,
                       cudaStream_t stream)
{
    kernel.launch(dim3{device::resident_blocks(kernel, fill_threads)}, dim3{fill_threads}, stream,
                  lines, map);
}

void launch_chase(const device::Kernel& kernel, const unsigned* lines, unsigned* at,
                  std::int64_t steps, cudaStream_t stream)
{
    kernel.launch(dim3{1}, dim3{warp}, stream, lines, at, static_cast<long long>(steps));
}

std::vector<float> stream_copy_on_device(int device, const CopyShape& shape,
                                         std::span<const float> in)
{
    device::select(device);
    const device::Kernel kernel{stream_copy_specialisation(shape)};
    const StreamMap map = stream_map_of(shape, kernel);
    return copied(in, [&](const float* from, float* to, cudaStream_t stream) {
        launch_stream_copy(kernel, map, from, to, 2, stream);
    });
}

std::vector<float> pattern_copy_on_device(int device, const PatternMap& map,
                                          std::span<const float> in)
{
    device::select(device);
    const device::Kernel kernel{pattern_copy_specialisation()};
    return copied(in, [&](const float* from, float* to, cudaStream_t stream) {
        launch_pattern_copy(kernel, map, from, to, 2, stream);
    });
}

std::vector<unsigned> chase_on_device(int device, const ChaseMap& map,
                                      std::span<const unsigned> from, std::int64_t steps)
{
    device::select(device);
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<unsigned> lines{std::size_t{map.lines()} * ChaseMap::line_words};
    const device::DeviceBuffer<unsigned> at{warp};
    const device::Kernel fill{fill_chain_specialisation()};
    const device::Kernel chase{chase_specialisation()};
    launch_fill_chain(fill, map, lines.data(), stream.get());
    device::copy_to_device(at.data(), from, stream.get());
    launch_chase(chase, lines.data(), at.data(), steps, stream.get());
    return device::fetch_and_wait(at, stream.get());
}

}  // namespace tobiuo::memory
