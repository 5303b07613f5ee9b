// SPDX-License-Identifier: BSD-3-Clause
// XLA's binary interface of foreign functions, version 0.1 and later, as far as doors/c/xla.cpp
// needs it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tobiuo::c_door::xla {

struct Extension {
    std::size_t size;
    int type;
    Extension* next;
};
constexpr int extension_is_metadata = 1;

struct Version {
    std::size_t size;
    Extension* extension;
    int major;
    int minor;
};

struct Buffer {
    std::size_t size;
    Extension* extension;
    int type;
    void* data;
    std::int64_t rank;
    std::int64_t* lengths;
};

struct Text {
    const char* text;
    std::size_t length;
};

struct Scalar {
    int type;
    void* value;
};
constexpr int attribute_is_scalar = 3;

struct Buffers {
    std::size_t size_of_this;
    Extension* extension;
    std::int64_t size;
    int* types;
    void** values;
};

struct Attributes {
    std::size_t size_of_this;
    Extension* extension;
    std::int64_t size;
    int* types;
    Text** names;
    void** values;
};

struct ErrorCreate {
    std::size_t size;
    Extension* extension;
    const char* message;
    int code;
};

struct StreamGet {
    std::size_t size;
    Extension* extension;
    void* context;
    void* stream;
};

struct Api {
    std::size_t size;
    Extension* extension;
    Version version;
    void* internal;
    void* (*error_create)(ErrorCreate*);
    void (*error_message)(void*);
    void (*error_destroy)(void*);
    void* (*handler_register)(void*);
    void* (*stream_get)(StreamGet*);
};

struct Metadata {
    std::size_t size;
    Version version;
    std::uint32_t traits;
    std::int64_t state_type;  ///< of later versions
};

struct MetadataExtension {
    Extension base;
    Metadata* metadata;
};

struct CallFrame {
    std::size_t size;
    Extension* extension;
    const Api* api;
    void* context;
    int stage;
    Buffers arguments;
    Buffers results;
    Attributes attributes;
};

}  // namespace tobiuo::c_door::xla

/// Handlers that XLA calls, on the CPU and with CUDA: they execute the plan or the solver whose
/// address is the attribute `handle`, and return null, or an error of XLA's. The attribute `owner`
/// says what it is, `items` how many arrays follow each other.
extern "C" {
void* tobiuo_xla_on_host(const tobiuo::c_door::xla::CallFrame* frame);
void* tobiuo_xla_on_cuda(const tobiuo::c_door::xla::CallFrame* frame);
}
