# SPDX-License-Identifier: BSD-3-Clause
# JSON becomes text in one place of the program, app/json_text.hpp, where texts of any bytes enter it:
# nlohmann's dump() throws for a name that is not UTF-8, after everything was computed.
file(GLOB_RECURSE sources ${ROOT}/app/*.[ch]pp ${ROOT}/studies/*.[ch]pp)
list(REMOVE_ITEM sources ${ROOT}/app/json_text.hpp)
foreach(source IN LISTS sources)
    file(STRINGS ${source} found REGEX "[.>]dump[(]")
    if(found)
        message(SEND_ERROR "${source}: write json_text(...) in place of\n${found}")
    endif()
endforeach()
