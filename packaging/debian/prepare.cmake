# SPDX-License-Identifier: BSD-3-Clause
# CPack runs this on the files of the package: what Debian wants of them.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/usr/share/man/*.1)
if(NOT pages)
    message(FATAL_ERROR "the package has no manual pages in ${CPACK_TEMPORARY_DIRECTORY}")
endif()
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)

string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(changelog ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/tobiuo/changelog.Debian)
file(WRITE ${changelog}
"tobiuo (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Made by ./dev deb.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
execute_process(COMMAND gzip -9n ${changelog} COMMAND_ERROR_IS_FATAL ANY)

# zsh of Debian looks in vendor-completions.
file(MAKE_DIRECTORY ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh/vendor-completions)
file(RENAME ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh/site-functions/_tobiuo
    ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh/vendor-completions/_tobiuo)
file(REMOVE_RECURSE ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh/site-functions)
