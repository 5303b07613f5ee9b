#include "app/bench/fft/machine_json.hpp"

namespace tobiuo::fft_bench {

void add_machine(nlohmann::ordered_json& json, const Machine& machine,
                 const nlohmann::ordered_json& versions, const std::string& date)
{
    using Json = nlohmann::ordered_json;
    const bool on_gpu = !machine.device.empty();
    json["device"] = on_gpu ? Json(machine.device) : Json(nullptr);
    json["host"] = machine.host;
    json["driver"] = versions.value("cuda_driver", Json(nullptr));
    json["git"] = versions.at("git");
    json["versions"] = versions;
    json["date"] = date;
    json["copy_gbps"] = on_gpu ? Json(machine.copy_bytes_per_second * 1e-9) : Json(nullptr);
    json["l2_bytes"] = on_gpu ? Json(machine.l2_bytes) : Json(nullptr);
}

}  // namespace tobiuo::fft_bench
