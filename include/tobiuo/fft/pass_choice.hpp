// SPDX-License-Identifier: BSD-3-Clause
// How the configuration of a pass of transforms on a GPU came to be chosen.
#pragma once

#include <string>

namespace tobiuo::fft {

/// A pass of transforms, as a plan or a solver has it.
struct PassChoice {
    std::string key;            ///< the pass in words, by which tables of measured ones name it
    std::string configuration;  ///< of its kernel, in words
    bool tuned = false;         ///< whether a table of measured ones, or the model, chose it
    std::string remark;  ///< why an entry of the table was not used; empty if none was rejected
};

}  // namespace tobiuo::fft
