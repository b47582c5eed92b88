# Installs what was built in BUILD, then builds and runs the project in this folder, which knows of it only
# through CMAKE_PREFIX_PATH. Compiler and flags are this build's, or a sanitizer's library would not link.
set(prefix ${BUILD}/install-test/prefix)
set(project ${BUILD}/install-test/project)

function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${prefix})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${project} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${project})

execute_process(COMMAND timeout -k 5 60 ${MPIEXEC} --oversubscribe -n 2 ${project}/two_ranks
    OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
set(expected "0 4\n2 5\n")
if(NOT output STREQUAL expected)
    message(FATAL_ERROR "printed:\n${output}expected:\n${expected}")
endif()
