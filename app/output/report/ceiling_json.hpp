// The ceiling of a report, in JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "kernels/memory/ceiling.hpp"

namespace tobiuo {

/// The ceiling as JSON, null if there is none; `date` is when it was measured, `kept` whether by an
/// earlier run.
[[nodiscard]] inline nlohmann::ordered_json ceiling_json(const memory::Ceiling& ceiling,
                                                         const std::string& mix,
                                                         const std::string& date, bool kept)
{
    if (ceiling.bytes_per_second <= 0.0) {
        return nullptr;
    }
    return {{"gbps", ceiling.bytes_per_second * 1e-9},
            {"bytes", ceiling.bytes},
            {"mix", mix},
            {"measured", date},
            {"kept", kept}};
}

}  // namespace tobiuo
