# Run with cmake -P: writes OUTPUT, a C++ file that holds the kernel SOURCES (a list of paths
# relative to ROOT) as raw strings.
set(body "")
set(table "")
set(index 0)
foreach(source IN LISTS SOURCES)
    file(READ ${ROOT}/${source} text)
    string(APPEND body "constexpr char text_${index}[] = R\"~~~(${text})~~~\";\n")
    string(APPEND table "    {\"${source}\", {text_${index}, sizeof(text_${index}) - 1}},\n")
    math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Generated from the kernel sources by cmake/EmbedSources.cmake.
#include \"kernels/device/sources.hpp\"

namespace tobiuo::device {
namespace {

${body}
constexpr EmbeddedSource table[] = {
${table}};

}  // namespace

std::span<const EmbeddedSource> embedded_sources()
{
    return table;
}

}  // namespace tobiuo::device
")
