#include "collective/mpi/communicator.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "collective/error.hpp"

namespace collective {

void check_mpi(int code, std::string_view routine) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    // Before MPI_Init and after MPI_Finalize, Open MPI ends the process that asks for a text.
    int running = 0;
    int finalized = 0;
    MPI_Initialized(&running);
    MPI_Finalized(&finalized);
    if (running == 0 || finalized != 0 || MPI_Error_string(code, text.data(), &length) != MPI_SUCCESS)
        length = 0;
    std::string message(routine);
    message += " failed";
    if (length > 0) message.append(": ").append(text.data(), static_cast<std::size_t>(length));
    throw BrokenError(message);
}

namespace {

/// All duplicates, in order of creation. Freed by an attribute of their parent, or of MPI_COMM_SELF at
/// finalize: MPI deletes that one first, while communication still works (the standard promises it, and Open
/// MPI runs the attributes of MPI_COMM_WORLD too late).
class Registry {
  public:
    Communicator& find_or_make(MPI_Comm parent) {
        make_keys();
        void* found = nullptr;
        int flag = 0;
        check_mpi(MPI_Comm_get_attr(parent, parent_key_, static_cast<void*>(&found), &flag),
                  "MPI_Comm_get_attr");
        if (flag != 0) return *static_cast<Communicator*>(found);

        auto made = std::make_unique<Communicator>();
        check_mpi(MPI_Comm_dup(parent, &made->handle), "MPI_Comm_dup");
        check_mpi(MPI_Comm_set_errhandler(made->handle, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
        check_mpi(MPI_Comm_rank(made->handle, &made->rank), "MPI_Comm_rank");
        check_mpi(MPI_Comm_size(made->handle, &made->size), "MPI_Comm_size");
        made->topology = Topology::of_nodes(find_nodes(*made));
        check_mpi(MPI_Comm_set_attr(parent, parent_key_, made.get()), "MPI_Comm_set_attr");
        all_.push_back(std::move(made));
        return *all_.back();
    }

    void abandon(const Communicator& communicator) {
        for (auto& one : all_) {
            if (one.get() == &communicator) one->handle = MPI_COMM_NULL;
        }
    }

    void free_all() {
        for (auto& one : all_) free_one(*one);
        all_.clear();
    }

  private:
    static int parent_freed(MPI_Comm, int, void* value, void* registry) {
        auto& all = static_cast<Registry*>(registry)->all_;
        const auto place =
            std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.get() == value; });
        if (place == all.end()) return MPI_SUCCESS;
        const std::unique_ptr<Communicator> freed = std::move(*place);
        all.erase(place);
        return code_of([&] { free_one(*freed); });
    }

    static int finalizing(MPI_Comm, int, void*, void* registry) {
        return code_of([&] { static_cast<Registry*>(registry)->free_all(); });
    }

    /// Callbacks must not throw.
    template <class Work>
    static int code_of(Work work) {
        try {
            work();
        } catch (const Error&) {
            return MPI_ERR_OTHER;
        }
        return MPI_SUCCESS;
    }

    static void free_one(Communicator& communicator) {
        if (communicator.handle == MPI_COMM_NULL) return;
        communicator.plans.clear();
        if (communicator.node != nullptr) {
            communicator.node->control.free();
            for (Window& arena : communicator.node->arenas) arena.free();
            check_mpi(MPI_Comm_free(&communicator.node->handle), "MPI_Comm_free");
        }
        check_mpi(MPI_Comm_free(&communicator.handle), "MPI_Comm_free");
    }

    void make_keys() {
        if (parent_key_ != MPI_KEYVAL_INVALID) return;
        check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, parent_freed, &parent_key_, this),
                  "MPI_Comm_create_keyval");
        int self_key = MPI_KEYVAL_INVALID;
        check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finalizing, &self_key, this),
                  "MPI_Comm_create_keyval");
        check_mpi(MPI_Comm_set_attr(MPI_COMM_SELF, self_key, this), "MPI_Comm_set_attr");
    }

    /// For each rank the lowest rank that shares memory with it, which names its node.
    static std::vector<int> find_nodes(Communicator& communicator) {
        communicator.node = std::make_unique<Node>();
        MPI_Comm& node = communicator.node->handle;
        check_mpi(MPI_Comm_split_type(communicator.handle, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node),
                  "MPI_Comm_split_type");
        check_mpi(MPI_Comm_set_errhandler(node, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
        int lowest = communicator.rank;
        check_mpi(MPI_Bcast(&lowest, 1, MPI_INT, 0, node), "MPI_Bcast");
        std::vector<int> all(static_cast<std::size_t>(communicator.size));
        check_mpi(MPI_Allgather(&lowest, 1, MPI_INT, all.data(), 1, MPI_INT, communicator.handle),
                  "MPI_Allgather");
        // Nodes are numbered in the order of their lowest ranks.
        std::vector<int> number(all.size(), -1);
        int nodes = 0;
        for (int& node_of_rank : all) {
            int& its_number = number[static_cast<std::size_t>(node_of_rank)];
            if (its_number < 0) its_number = nodes++;
            node_of_rank = its_number;
        }
        return all;
    }

    int parent_key_ = MPI_KEYVAL_INVALID;
    std::vector<std::unique_ptr<Communicator>> all_;
};

Registry& registry() {
    static Registry the_one;
    return the_one;
}

}  // namespace

Communicator& duplicate_of(MPI_Comm parent) {
    int running = 0;
    int finalized = 0;
    check_mpi(MPI_Initialized(&running), "MPI_Initialized");
    check_mpi(MPI_Finalized(&finalized), "MPI_Finalized");
    if (running == 0 || finalized != 0)
        throw MpiError("MPI is not running: call between MPI_Init and MPI_Finalize");
    if (parent == MPI_COMM_NULL) throw MpiError("the communicator is MPI_COMM_NULL");
    int between = 0;
    check_mpi(MPI_Comm_test_inter(parent, &between), "MPI_Comm_test_inter");
    if (between != 0)
        throw MpiError("the communicator is an intercommunicator: merge it first (MPI_Intercomm_merge)");
    Communicator& duplicate = registry().find_or_make(parent);
    if (duplicate.handle == MPI_COMM_NULL)
        throw BrokenError("an earlier call on this communicator failed: end the job");
    return duplicate;
}

void free_duplicates() { registry().free_all(); }

void abandon(const Communicator& communicator) { registry().abandon(communicator); }

}  // namespace collective
