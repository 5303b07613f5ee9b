#include "app/input/input_json.hpp"

#include <utility>

namespace tobiuo {

nlohmann::ordered_json input_json(std::string_view text, const tuning::JsonBounds& bounds)
{
    if (const std::string objection = tuning::objection_to_json(text, bounds); !objection.empty()) {
        throw Unreadable{objection};
    }
    auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        throw Unreadable{"it is no JSON"};
    }
    return json;
}

}  // namespace tobiuo
