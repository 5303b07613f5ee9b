// SPDX-License-Identifier: BSD-3-Clause
// Silence for readers that warn of what they pass over.
#pragma once

#include <spdlog/spdlog.h>

namespace tobiuo::fuzz {

/// Keeps warnings off stderr while it lives.
class Quiet {
public:
    Quiet() { spdlog::set_level(spdlog::level::err); }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;
    ~Quiet() { spdlog::set_level(before_); }

private:
    spdlog::level::level_enum before_ = spdlog::get_level();
};

}  // namespace tobiuo::fuzz
