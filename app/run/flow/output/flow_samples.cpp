#include "app/run/flow/output/flow_samples.hpp"

#include "app/run/flow/output/flow_history.hpp"
#include "app/run/flow/output/flow_probes.hpp"
#include "app/run/flow/output/flow_statistics.hpp"

namespace tobiuo {

void begin_samples(const FlowSetting& setting, FlowRecord& record)
{
    if (record.history.empty()) {
        record.history = flow_history_head(setting);
    }
    record.moments = moments_to_go_on(setting.flow.statistics, record.moments);
    if (setting.flow.probes && record.probes.empty()) {
        record.probes = probes_head(setting.problem);
    }
}

template <typename Real>
std::optional<flow::Gradients> gradients_if_due(const FlowSetting& setting, const FlowTime& now,
                                                Backend backend, FlowCopies<Real>& copies)
{
    if (!history_has_gradients(setting.the_case.output, backend, now.step)) {
        return std::nullopt;
    }
    return flow::gradients_of<Real>(setting.problem, copies.state_and_wait());
}

void add_to_history(const FlowSetting& setting, const flow::Observed& observed,
                    const std::optional<flow::Gradients>& gradients, FlowRecord& record)
{
    if (record.now.step % setting.the_case.output.history_every == 0) {
        record.history += flow_history_row(record, observed, setting, gradients);
    }
}

template <typename Real>
bool sample_if_due(const FlowSetting& setting, FlowCopies<Real>& copies, FlowRecord& record)
{
    const auto& statistics = setting.flow.statistics;
    const auto& probes = setting.flow.probes;
    const bool averages = statistics && is_sample(*statistics, record.now);
    const bool watches = probes && record.now.step % probes->every == 0;
    if (!averages && !watches) {
        return true;
    }
    const FlowArrays<Real> arrays = copies.arrays_and_wait();
    return (!averages || add_sample(arrays, record.now.time, record.moments)) &&
           (!watches || add_probes(*probes, record.now, arrays, record.probes));
}

template std::optional<flow::Gradients> gradients_if_due(const FlowSetting&, const FlowTime&,
                                                         Backend, FlowCopies<float>&);
template std::optional<flow::Gradients> gradients_if_due(const FlowSetting&, const FlowTime&,
                                                         Backend, FlowCopies<double>&);
template bool sample_if_due(const FlowSetting&, FlowCopies<float>&, FlowRecord&);
template bool sample_if_due(const FlowSetting&, FlowCopies<double>&, FlowRecord&);

}  // namespace tobiuo
