# CPack runs this on the files of the package: what Debian wants of them and an installation does not.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/usr/share/man/*.1)
if(NOT pages)
    message(FATAL_ERROR "the package has no manual pages in ${CPACK_TEMPORARY_DIRECTORY}")
endif()
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)

# zsh of Debian looks in vendor-completions.
file(MAKE_DIRECTORY ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh/vendor-completions)
file(RENAME ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh/site-functions/_tobiuo
    ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh/vendor-completions/_tobiuo)
file(REMOVE_RECURSE ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh/site-functions)
