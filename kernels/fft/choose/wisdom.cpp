#include "kernels/fft/choose/wisdom.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace tobiuo::fft {
namespace {

constexpr std::string_view full_workspace_word = "as large as the data";

constexpr std::string_view merging_word(Merging merging)
{
    return merging == Merging::always  ? "always"
           : merging == Merging::never ? "never"
                                       : "automatic";
}

Merging merging_of(std::string_view word)
{
    for (const Merging merging : {Merging::always, Merging::never, Merging::automatic}) {
        if (merging_word(merging) == word) {
            return merging;
        }
    }
    throw std::invalid_argument{"'" + std::string{word} +
                                "' is no way of merging passes; known: automatic, never, always"};
}

int lag_of(const std::string& text)
{
    int pipeline_distance = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), pipeline_distance);
    if (error != std::errc{} || end != text.data() + text.size() || pipeline_distance < 1) {
        throw std::invalid_argument{"'" + text + "' is no lag of merged passes"};
    }
    return pipeline_distance;
}

}  // namespace

tuning::Parameters to_parameters(const Choices& choices)
{
    tuning::Parameters parameters{{"merging", std::string{merging_word(choices.merging)}}};
    if (choices.pipeline_distance > 0) {
        parameters["lag"] = std::to_string(choices.pipeline_distance);
    }
    if (choices.allow_workspace) {
        parameters["work array"] = std::string{full_workspace_word};
    }
    for (std::size_t index = 0; index < choices.blocks.size(); ++index) {
        if (!choices.blocks[index].empty()) {
            parameters["pass " + std::to_string(index + 1)] = choices.blocks[index];
        }
    }
    return parameters;
}

Choices from_parameters(const tuning::Parameters& parameters)
{
    Choices choices;
    for (const auto& [name, value] : parameters) {
        if (name == "merging") {
            choices.merging = merging_of(value);
        } else if (name == "lag") {
            choices.pipeline_distance = lag_of(value);
        } else if (name == "work array" && value == full_workspace_word) {
            choices.allow_workspace = true;
        } else if (name.starts_with("pass ") && name.size() == 6 && name[5] > '0' &&
                   name[5] <= '9') {
            const auto index = static_cast<std::size_t>(name[5] - '1');
            choices.blocks.resize(std::max(choices.blocks.size(), index + 1));
            choices.blocks[index] = value;
        } else {
            throw std::invalid_argument{"'" + name + "' is no choice of a transform"};
        }
    }
    return choices;
}

tuning::Situation situation_of(const Problem& problem, const std::string& device,
                               const std::string& architecture, const std::string& driver)
{
    return {.problem = "fft " + describe(problem),
            .device = device,
            .architecture = architecture,
            .conditions = "CUDA driver " + driver,
            .engine = "fft 2"};
}

}  // namespace tobiuo::fft
