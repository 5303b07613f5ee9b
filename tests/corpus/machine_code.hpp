// SPDX-License-Identifier: BSD-3-Clause
// The digest of a compiled kernel, which does not depend on names.
#pragma once

#include <string>

namespace tobiuo::corpus {

/// The digest of the parts of a cubin that a GPU executes or reads: instructions, constants, and
/// the registers and static shared memory of a block. Names of symbols and sections do not count,
/// so that renaming changes nothing. Throws std::runtime_error if `image` is not a 64-bit ELF.
[[nodiscard]] std::string machine_code_digest(const std::string& image);

}  // namespace tobiuo::corpus
