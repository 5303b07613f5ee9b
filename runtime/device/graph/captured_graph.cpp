// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/graph/captured_graph.hpp"

#include <cuda.h>

#include <string>
#include <utility>
#include <vector>

#include "runtime/device/check.hpp"
#include "runtime/device/driver_function.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/handle.hpp"

namespace tobiuo::device {
namespace {

using Graph = UniqueHandle<cudaGraph_t, cudaGraphDestroy>;
using ExecutableGraph = UniqueHandle<cudaGraphExec_t, cudaGraphExecDestroy>;

/// The version of the driver whose signatures of captures are used below.
constexpr unsigned version_with_edges = 12030;

void check_driver(CUresult status, const std::string& doing)
{
    if (status != CUDA_SUCCESS) {
        throw DeviceError{"could not " + doing + " (the NVIDIA driver answers " +
                          std::to_string(static_cast<int>(status)) + ")"};
    }
}

/// What the next work on a stream that is being captured will wait for.
struct Frontier {
    std::vector<CUgraphNode> nodes;
    std::vector<CUgraphEdgeData> edges;
};

using CaptureInfo = CUresult(CUDAAPI*)(CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*,
                                       const CUgraphNode**, const CUgraphEdgeData**, std::size_t*);
using UpdateDependencies = CUresult(CUDAAPI*)(CUstream, CUgraphNode*, const CUgraphEdgeData*,
                                              std::size_t, unsigned);
using SetKernelParameters = CUresult(CUDAAPI*)(CUgraphExec, CUgraphNode,
                                               const CUDA_KERNEL_NODE_PARAMS_v2*);

Frontier frontier_of(cudaStream_t stream)
{
    static const auto ask =
        driver_function<CaptureInfo>("cuStreamGetCaptureInfo", version_with_edges);
    CUstreamCaptureStatus status{};
    const CUgraphNode* nodes = nullptr;
    const CUgraphEdgeData* edges = nullptr;
    std::size_t count = 0;
    check_driver(ask(stream, &status, nullptr, nullptr, &nodes, &edges, &count),
                 "ask for the nodes of a graph");
    Frontier frontier{.nodes = {nodes, nodes + count}, .edges = {}};
    if (edges != nullptr) {
        frontier.edges = {edges, edges + count};
    }
    return frontier;
}

void set_frontier(Frontier frontier, cudaStream_t stream)
{
    static const auto set = driver_function<UpdateDependencies>("cuStreamUpdateCaptureDependencies",
                                                                version_with_edges);
    check_driver(
        set(stream, frontier.nodes.data(), frontier.edges.empty() ? nullptr : frontier.edges.data(),
            frontier.nodes.size(), CU_STREAM_SET_CAPTURE_DEPENDENCIES),
        "order the nodes of a graph");
}

class ReadyGraph final : public ReadyWork {
public:
    /// `nodes`: that of each launch of the work.
    ReadyGraph(Graph graph, std::vector<CUgraphNode> nodes)
        : graph_{std::move(graph)}, nodes_{std::move(nodes)}
    {
        cudaGraphExec_t raw{};
        check(cudaGraphInstantiate(&raw, graph_.get(), 0), "make a graph ready");
        ready_.reset(raw);
    }

    void set_arguments(const RecordedWork& work, std::size_t launch) override
    {
        static const auto set =
            driver_function<SetKernelParameters>("cuGraphExecKernelNodeSetParams");
        std::vector<void*> arguments = work.arguments(launch);
        const Launch& how = work.how(launch);
        CUDA_KERNEL_NODE_PARAMS_v2 parameters{};
        parameters.kern = work.kernel(launch).handle();
        parameters.gridDimX = how.grid.x;
        parameters.gridDimY = how.grid.y;
        parameters.gridDimZ = how.grid.z;
        parameters.blockDimX = how.block.x;
        parameters.blockDimY = how.block.y;
        parameters.blockDimZ = how.block.z;
        parameters.sharedMemBytes = static_cast<unsigned>(how.shared_bytes);
        parameters.kernelParams = arguments.data();
        check_driver(set(ready_.get(), nodes_.at(launch), &parameters),
                     "replace the arguments in a graph");
    }

    void launch(cudaStream_t stream) override
    {
        check(cudaGraphLaunch(ready_.get(), stream), "launch a graph");
    }

private:
    Graph graph_;  ///< the nodes are its
    std::vector<CUgraphNode> nodes_;
    ExecutableGraph ready_;
};

/// Captures a stream until end() or its own end.
class Capture {
public:
    explicit Capture(cudaStream_t stream) : stream_{stream}
    {
        // Other threads go on with what a capture forbids, such as allocations.
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin a graph");
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
    ~Capture()
    {
        if (stream_ != nullptr) {
            cudaGraph_t raw{};
            static_cast<void>(cudaStreamEndCapture(stream_, &raw));
            static_cast<void>(Graph{raw});
            static_cast<void>(cudaGetLastError());
        }
    }

    [[nodiscard]] Graph end()
    {
        cudaGraph_t raw{};
        const cudaError_t status = cudaStreamEndCapture(std::exchange(stream_, nullptr), &raw);
        Graph graph{raw};
        check(status, "end a graph");
        return graph;
    }

private:
    cudaStream_t stream_;
};

class GraphRunner final : public WorkRunner {
public:
    void enqueue(const RecordedWork& work, cudaStream_t stream) const override
    {
        for (std::size_t launch = 0; launch < work.size(); ++launch) {
            enqueue(work, launch, stream);
            if (work.event(launch) != nullptr) {
                check(cudaEventRecord(work.event(launch), stream), "order the work of streams");
            }
        }
    }

    [[nodiscard]] std::unique_ptr<ReadyWork> make_ready(const RecordedWork& work) const override
    {
        std::vector<CUgraphNode> nodes;
        Capture capture{stream_.get()};
        for (std::size_t launch = 0; launch < work.size(); ++launch) {
            enqueue(work, launch, stream_.get());
            const Frontier behind = frontier_of(stream_.get());
            if (behind.nodes.size() != 1) {
                throw DeviceError{"a launch became no single node of a graph"};
            }
            nodes.push_back(behind.nodes.front());
            if (work.event(launch) != nullptr) {
                check(cudaEventRecordWithFlags(work.event(launch), stream_.get(),
                                               cudaEventRecordExternal),
                      "record an event in a graph");
                set_frontier(behind, stream_.get());
            }
        }
        return std::make_unique<ReadyGraph>(capture.end(), std::move(nodes));
    }

private:
    static void enqueue(const RecordedWork& work, std::size_t launch, cudaStream_t stream)
    {
        Launch how = work.how(launch);
        how.stream = stream;
        work.kernel(launch).launch_with(how, work.arguments(launch).data());
    }

    Stream stream_ = make_stream();
};

}  // namespace

bool is_being_captured(cudaStream_t stream)
{
    cudaStreamCaptureStatus status{};
    check(cudaStreamIsCapturing(stream, &status), "ask whether a stream is being captured");
    return status != cudaStreamCaptureStatusNone;
}

void record_for_host(const Event& event, cudaStream_t stream)
{
    const unsigned flags =
        is_being_captured(stream) ? cudaEventRecordExternal : cudaEventRecordDefault;
    check(cudaEventRecordWithFlags(event.get(), stream, flags), "order the work of streams");
}

std::unique_ptr<const WorkRunner> make_graph_runner()
{
    return std::make_unique<GraphRunner>();
}

}  // namespace tobiuo::device
