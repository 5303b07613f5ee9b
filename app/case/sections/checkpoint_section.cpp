#include "app/case/sections/checkpoint_section.hpp"

#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/scalars.hpp"

namespace tobiuo::casefile {
namespace {

const Table& checkpoint_table()
{
    static const Table table{
        .path = "checkpoint",
        .keys = {{.name = "every",
                  .summary = "Wall time between checkpoints",
                  .fallback = CheckpointSection{}.every.text,
                  .pattern = {.expression = std::string{time_span_expression},
                              .words = std::string{time_span_words}}},
                 bound<CheckpointSection>(&CheckpointSection::keep,
                                          {.name = "keep",
                                           .summary = "How many of them are kept, the newest",
                                           .integers = {.least = 1, .most = 1000}})}};
    return table;
}

}  // namespace

Key checkpoint_key()
{
    Key key = section_key(checkpoint_table(),
                          "Keep the state now and then, so that the run can be restarted: true, "
                          "false, or a map");
    key.switchable = true;
    key.fallback = false;
    return key;
}

std::optional<CheckpointSection> read_checkpoint(const Section& root)
{
    const Node* node = root.node_of("checkpoint");
    if (node == nullptr) {
        return std::nullopt;
    }
    if (node->kind != NodeKind::map) {
        const bool on = root.given<bool>("checkpoint").value_or(false);
        return on ? std::optional{CheckpointSection{}} : std::nullopt;
    }
    const Section section = root.section("checkpoint");
    section.finish();
    CheckpointSection checkpoint;
    read_bound(section, checkpoint);
    if (const auto every = section.given<std::string>("every")) {
        checkpoint.every = time_span(*every);
    }
    return checkpoint;
}

std::string checkpoint_yaml(const std::optional<CheckpointSection>& checkpoint)
{
    if (!checkpoint) {
        return "checkpoint: false\n";
    }
    return "checkpoint:\n  every: " + yaml_scalar(checkpoint->every.text) + "\n" +
           bound_lines(checkpoint_table(), *checkpoint);
}

}  // namespace tobiuo::casefile
