// What a compiled kernel does, without what it is called.
#pragma once

#include <string>

namespace tobiuo::corpus {

/// Digest of the parts of a cubin that a GPU executes or reads: instructions, constants, and how
/// many registers and how much static shared memory a block takes. Names of symbols and sections do
/// not count, so renaming changes nothing. Throws std::runtime_error if `image` is no 64-bit ELF.
[[nodiscard]] std::string machine_code_digest(const std::string& image);

}  // namespace tobiuo::corpus
