// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/compile/specialisation.hpp"

namespace tobiuo::device {

std::string Specialisation::program() const
{
    std::string text;
    for (const std::string& header : includes) {
        text += "#include \"" + header + "\"\n";
    }
    text += preamble;
    text += "struct Config {\n";
    for (const std::string& member : config) {
        text += "    " + member + "\n";
    }
    text += "};\n#include \"" + source + "\"\n";
    return text;
}

}  // namespace tobiuo::device
