# SPDX-License-Identifier: BSD-3-Clause
# Writes OUTPUT, a C++ file with SOURCES (paths relative to ROOT) and GENERATED (paths relative to
# GENERATED_ROOT) as raw strings. They are a table of paths and texts of type TYPE, which FUNCTION
# of NAMESPACE, declared in HEADER, returns; by default the table of kernel sources. Run with cmake
# -P.
cmake_minimum_required(VERSION 3.25)

if(NOT HEADER)
    set(HEADER runtime/device/compile/sources.hpp)
    set(NAMESPACE tobiuo::device)
    set(TYPE EmbeddedSource)
    set(FUNCTION embedded_sources)
endif()
set(body "")
set(table "")
set(index 0)
foreach(source IN LISTS SOURCES GENERATED)
    set(root ${ROOT})
    if(source IN_LIST GENERATED)
        set(root ${GENERATED_ROOT})
    endif()
    file(READ ${root}/${source} text)
    string(APPEND body "constexpr char text_${index}[] = R\"~~~(${text})~~~\";\n")
    string(APPEND table "    {\"${source}\", {text_${index}, sizeof(text_${index}) - 1}},\n")
    math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Generated from the files in it by cmake/EmbedSources.cmake.
#include \"${HEADER}\"

namespace ${NAMESPACE} {
namespace {

${body}
constexpr ${TYPE} table[] = {
${table}};

}  // namespace

std::span<const ${TYPE}> ${FUNCTION}()
{
    return table;
}

}  // namespace ${NAMESPACE}
")
