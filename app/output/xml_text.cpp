#include "app/output/xml_text.hpp"

#include "app/printable.hpp"
#include "kernels/utf8.hpp"

namespace tobiuo {

namespace {

bool is_control(char c)
{
    return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r';
}

}  // namespace

std::string xml_escaped(std::string_view text)
{
    std::string escaped;
    for (const char c : utf8_text(text)) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            default:
                escaped += is_control(c) ? printable({&c, 1}) : std::string(1, c);
        }
    }
    return escaped;
}

}  // namespace tobiuo
