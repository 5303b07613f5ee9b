// Pieces of YAML that give the same values when they are read.
#include "app/case/yaml/yaml_text.hpp"

#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"
#include "kernels/utf8.hpp"

namespace tobiuo::casefile {

std::string yaml_scalar(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char byte : utf8_text(text)) {
        const auto value = static_cast<unsigned char>(byte);
        if (byte == '"' || byte == '\\') {
            out += '\\';
        }
        if (value < 0x20U || value == 0x7FU) {
            out += {'\\', 'x', digits[value / 16U], digits[value % 16U]};
        } else {
            out += byte;
        }
    }
    return out + '"';
}

std::string yaml_number(double value)
{
    std::string text = shortest(value);
    const std::size_t exponent = text.find('e');
    if (exponent != std::string::npos && text.find('.') == std::string::npos) {
        text.insert(exponent, ".0");
    }
    return text;
}

std::string yaml_interval(std::size_t axis, const Axis& bounds)
{
    return "    " + std::string{axis_words.at(axis)} + ": [" + yaml_number(bounds.lower) + ", " +
           yaml_number(bounds.upper) + "]\n";
}

}  // namespace tobiuo::casefile
