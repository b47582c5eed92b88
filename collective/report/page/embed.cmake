# Makes PAGE_SOURCE: the page's HTML, CSS and JavaScript as C++ strings.
set(PAGE_SOURCE ${PROJECT_BINARY_DIR}/page_files.cpp)
set(page_html page.html)
set(page_css page.css)
set(page_d3 d3_licence.txt)
set(page_js base.js lists.js checks.js schedule.js volume.js curves.js bench.js)

# D3's scales and shapes, and what they need, each after what it needs itself.
foreach(module IN ITEMS array collection color format interpolate path time time-format scale shape)
    find_file(D3_${module} d3-${module}.min.js PATHS /usr/share/nodejs/d3-${module}/dist NO_DEFAULT_PATH)
    if(NOT D3_${module})
        message(FATAL_ERROR "The page needs D3's module ${module}: install node-d3-scale and node-d3-shape, "
            "or give its minified file as -DD3_${module}=FILE")
    endif()
    list(APPEND page_d3 ${D3_${module}})
endforeach()

set(content "#include <string_view>\n\nnamespace collective {\n\n")
foreach(type IN ITEMS html css d3 js)
    string(APPEND content "extern const std::string_view page_${type};\nconst std::string_view page_${type} = R\"page(")
    foreach(name IN LISTS page_${type})
        cmake_path(ABSOLUTE_PATH name BASE_DIRECTORY ${CMAKE_CURRENT_LIST_DIR} OUTPUT_VARIABLE file)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        file(READ ${file} text)
        string(APPEND content "${text}")
    endforeach()
    string(APPEND content ")page\";\n\n")
endforeach()
string(APPEND content "}  // namespace collective\n")
file(CONFIGURE OUTPUT ${PAGE_SOURCE} CONTENT "${content}" @ONLY NEWLINE_STYLE UNIX)
# D3 is longer than the string that a compiler must take; gcc and clang take any.
set_source_files_properties(${PAGE_SOURCE} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
