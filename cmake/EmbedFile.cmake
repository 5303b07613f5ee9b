# SPDX-License-Identifier: BSD-3-Clause
# Writes OUTPUT, a C++ file with the bytes of FILE, which the function FUNCTION of namespace tobiuo,
# declared in HEADER, returns. Run with cmake -P.
get_filename_component(name ${FILE} NAME)
file(READ ${FILE} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(..)" "\\\\x\\1" text "${bytes}")
string(REPEAT "[0-9a-fx\\\\]" 96 row)
string(REGEX REPLACE "(${row})" "\\1\"\n    \"" text "${text}")
file(WRITE ${OUTPUT} "// Generated from ${name} by cmake/EmbedFile.cmake.
#include \"${HEADER}\"

namespace tobiuo {
namespace {

constexpr unsigned char bytes[${size} + 1] =
    \"${text}\";

}  // namespace

std::span<const unsigned char> ${FUNCTION}()
{
    return {bytes, ${size}};
}

}  // namespace tobiuo
")
