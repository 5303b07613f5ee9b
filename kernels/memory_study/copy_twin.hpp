// SPDX-License-Identifier: BSD-3-Clause
// The copies of the memory study as plain loops: what the device kernels are compared with.
#pragma once

#include <span>

#include "kernels/memory_study/pattern_map.hpp"
#include "kernels/memory_study/stream_map.hpp"

namespace tobiuo::memory {

/// Both arrays hold map.size() words.
template <typename Word>
void stream_copy(const StreamMap& map, std::span<const Word> from, std::span<Word> to)
{
    for (unsigned block = 0; block < map.blocks; ++block) {
        for (long long at = map.first(block); at < map.each; at += map.step()) {
            for (long long i = at; i < at + map.threads && i < map.each; ++i) {
                for (int stream = 0; stream < map.streams; ++stream) {
                    const auto place = static_cast<std::size_t>(map.place(stream, i));
                    to[place] = from[place];
                }
            }
        }
    }
}

/// Both arrays hold PatternMap::size words.
template <typename Word>
void pattern_copy(const PatternMap& map, std::span<const Word> from, std::span<Word> to)
{
    for (int task = 0; task < PatternMap::tasks; ++task) {
        for (int point = 0; point < PatternMap::points; ++point) {
            to[static_cast<std::size_t>(map.target(task, point))] =
                from[static_cast<std::size_t>(map.source(task, point))];
        }
    }
}

}  // namespace tobiuo::memory
