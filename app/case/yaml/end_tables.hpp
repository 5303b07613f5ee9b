// The tables of keys that stand once for each end of an axis.
#pragma once

#include <string>

#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {

/// What a section says of one end: its table, which has the path "faces.x.lower", and its key, of
/// the end that `words` name.
struct EndKeys {
    std::string section;  ///< "faces"
    std::string words;    ///< "face across": of the axis behind them
    Table (*table)(const std::string& path) = nullptr;
    Key (*key)(const Table& table, const std::string& words) = nullptr;
};

/// The tables of both ends of an axis and the one that has them as `lower` and `upper`. They point
/// to each other and therefore do not move.
class EndTables {
public:
    EndTables(const EndKeys& keys, const std::string& axis)
        : lower_{keys.table(keys.section + "." + axis + ".lower")},
          upper_{keys.table(keys.section + "." + axis + ".upper")},
          both_{.path = keys.section + "." + axis,
                .keys = {keys.key(lower_, "lower " + keys.words + " " + axis),
                         keys.key(upper_, "upper " + keys.words + " " + axis)}}
    {
    }
    EndTables(const EndTables&) = delete;
    EndTables& operator=(const EndTables&) = delete;
    ~EndTables() = default;

    [[nodiscard]] const Table& both() const { return both_; }

private:
    Table lower_;
    Table upper_;
    Table both_;
};

}  // namespace tobiuo::casefile
