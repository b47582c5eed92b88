#include <doctest/doctest.h>

#include <complex>

#include "tests/plan/draw.hpp"

using namespace collective;
using namespace collective::testing;

TEST_CASE_TEMPLATE("complex numbers: each part of a sum is the exact one, rounded once", V, float, double) {
    using Complex = std::complex<V>;
    Random random(5);
    int special = 0;
    for (int job = 0; job < 60; ++job) {
        CAPTURE(job);
        const Workers<V> real = draw_job<V>(random);
        Values<V> draw(random);
        Workers<V> imaginary = real;
        Workers<Complex> workers(real.size());
        for (std::size_t worker = 0; worker < real.size(); ++worker) {
            for (auto& [coordinate, value] : imaginary[worker]) value = draw();
            for (std::size_t i = 0; i < real[worker].size(); ++i) {
                workers[worker].push_back(
                    {real[worker][i].coordinate, {real[worker][i].value, imaginary[worker][i].value}});
            }
        }
        std::vector<Entry<V>> real_sums, imaginary_sums;
        for (const auto& [coordinate, values] : by_coordinate(real))
            real_sums.push_back({coordinate, *right_sum(values)});
        for (const auto& [coordinate, values] : by_coordinate(imaginary))
            imaginary_sums.push_back({coordinate, *right_sum(values)});
        for (const auto& [coordinate, value] : imaginary_sums) special += value == 0 && std::signbit(value);
        for (const std::string& schedule : schedule_names()) {
            CAPTURE(schedule);
            Options options;
            options.schedule = schedule;
            const int ranks = from_to(random, 1, 6);
            const auto outcome = run_job<Sum>(workers, even_bounds(workers.size(), ranks), options);
            CHECK(outcome.checks() == "++.");
            for (const auto& copy : outcome.copies) {
                std::vector<Entry<V>> reals, imaginaries;
                for (const auto& [coordinate, value] : copy) {
                    reals.push_back({coordinate, value.real()});
                    imaginaries.push_back({coordinate, value.imag()});
                }
                CHECK(same_bits(reals, real_sums));
                CHECK(same_bits(imaginaries, imaginary_sums));
            }
        }
    }
    CHECK(special > 0);
}
