// Connect Four, 7x6, in C++: what noughts is measured against, and an independent judge of scores.
//
//   twin plain < positions    the search that tutorials of Connect Four solvers end with: null
//                             windows, no losing move, threats counted, a table of one word a slot
//   twin same  < positions    the search of src/noughts/search/solver.py, its bounds of
//                             src/noughts/games/connectfour.py included
//
// Reads plays as digits, one a line ("-" is the empty board), and prints each with its score in
// Pons's convention and the nodes it took; at the end, on standard error, the processor's
// seconds of all searches together. The table is kept from one position to the next, as noughts keeps its own.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/mman.h>

using Cells = uint64_t;

constexpr int COLUMNS = 7, ROWS = 6, HEIGHT = ROWS + 1, CELLS = COLUMNS * ROWS;
constexpr Cells COLUMN = (Cells(1) << ROWS) - 1;
constexpr Cells bottom() {
    Cells cells = 0;
    for (int column = 0; column < COLUMNS; column++) cells |= Cells(1) << column * HEIGHT;
    return cells;
}
constexpr Cells BOTTOM = bottom(), BOARD = BOTTOM * COLUMN;
constexpr Cells rows_from(int first) {
    Cells cells = 0;
    for (int row = first; row < ROWS; row += 2) cells |= BOTTOM << row;
    return cells;
}
constexpr Cells LEADER = rows_from(ROWS % 2);  // an odd number of cells above them
constexpr int FROM_THE_MIDDLE[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};

// Scores count the winner's stones left, and one: a win with the last stone is 1.
constexpr int INFINITE = 100;

static bool has_row(Cells cells) {
    for (int step : {1, HEIGHT - 1, HEIGHT, HEIGHT + 1}) {
        Cells pairs = cells & cells >> step;
        if (pairs & pairs >> 2 * step) return true;
    }
    return false;
}

// The cells that complete a row of four with others of these.
static Cells completing(Cells p) {
    Cells found = (p << 1) & (p << 2) & (p << 3);
    for (int step : {HEIGHT - 1, HEIGHT, HEIGHT + 1}) {
        Cells pairs = (p << step) & (p << 2 * step);
        found |= pairs & ((p << 3 * step) | (p >> step));
        pairs = (p >> step) & (p >> 2 * step);
        found |= pairs & ((p << step) | (p >> 3 * step));
    }
    return found;
}

static Cells landings(Cells taken) { return taken + BOTTOM & BOARD; }

struct Position {
    Cells mine, theirs, my_rows, their_rows;
    int played;

    Cells taken() const { return mine | theirs; }
    int left() const { return CELLS - played; }
    Cells key() const { return mine + taken() + BOTTOM; }
    Position after(Cells move) const {
        return {theirs, mine | move, their_rows, completing(mine | move), played + 1};
    }
    bool wins_at_once() const { return my_rows & landings(taken()); }
    // The landings after which the other player cannot win at once.
    Cells answers() const {
        Cells threats = their_rows & BOARD & ~taken(), all = landings(taken()), forced = threats & all;
        if (forced & forced - 1) return 0;
        return (forced ? forced : all) & ~(threats >> 1);
    }
};

// A table of bounds: one word an entry, two entries a slot, the newer first.
struct Table {
    uint64_t *words;
    int bits;

    explicit Table(int bits) : bits(bits) {
        size_t bytes = sizeof(uint64_t) << bits;
        void *room = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (room == MAP_FAILED) std::abort();
        madvise(room, bytes, MADV_HUGEPAGE);
        memset(room, 0, bytes);
        words = static_cast<uint64_t *>(room);
    }
    uint64_t *slot(Cells key) const { return words + 2 * (key * 0x9E3779B97F4A7C15u >> (65 - bits)); }
    void expect(Cells key) const { __builtin_prefetch(slot(key)); }
    void look(Cells key, int &lower, int &upper) const {
        const uint64_t *slot = this->slot(key);
        for (int i = 0; i < 2; i++)
            if (slot[i] >> 14 == key) {
                lower = std::max(lower, int(slot[i] >> 7 & 127) - 64);
                upper = std::min(upper, int(slot[i] & 127) - 64);
                return;
            }
    }
    void keep(Cells key, int lower, int upper) {
        uint64_t *slot = this->slot(key);
        if (slot[0] >> 14 != key) slot[1] = slot[0];
        slot[0] = key << 14 | uint64_t(lower + 64) << 7 | uint64_t(upper + 64);
    }
};

static uint64_t nodes = 0;

struct Moves {
    Cells cells[COLUMNS];
    int promises[COLUMNS], count = 0;

    void insert(Cells cell, int promise) {
        int place = count++;
        for (; place > 0 && promises[place - 1] < promise; place--) {
            cells[place] = cells[place - 1];
            promises[place] = promises[place - 1];
        }
        cells[place] = cell;
        promises[place] = promise;
    }
};

// --- plain -------------------------------------------------------------------------------

static int plain(const Position &position, int alpha, int beta, Table &table) {
    nodes++;
    Cells answers = position.answers();
    if (!answers) return -position.left() / 2;
    if (position.left() <= 2) return 0;
    int lower = -(position.left() - 2) / 2, upper = (position.left() - 1) / 2;
    table.look(position.key(), lower, upper);
    if (lower >= beta || lower == upper) return lower;
    if (upper <= alpha) return upper;
    alpha = std::max(alpha, lower);
    beta = std::min(beta, upper);
    Moves moves;
    for (int column : FROM_THE_MIDDLE)
        if (Cells cell = answers & COLUMN << column * HEIGHT)
            moves.insert(cell, __builtin_popcountll(completing(position.mine | cell) & BOARD &
                                                    ~position.taken()));
    int best = -INFINITE;
    for (int i = 0; i < moves.count && best < beta; i++)
        best = std::max(best, -plain(position.after(moves.cells[i]), -beta, -std::max(alpha, best), table));
    table.keep(position.key(), best > alpha ? std::max(lower, best) : lower,
               best < beta ? std::min(upper, best) : upper);
    return best;
}

static int ask_plainly(const Position &position, Table &table) {
    int lower = -position.left() / 2, upper = (position.left() + 1) / 2;
    while (lower < upper) {
        int middle = lower + (upper - lower) / 2;
        if (middle <= 0 && lower / 2 < middle) middle = lower / 2;
        else if (middle >= 0 && upper / 2 > middle) middle = upper / 2;
        int score = plain(position, middle, middle + 1, table);
        (score <= middle ? upper : lower) = score;
    }
    return lower;
}

// --- same --------------------------------------------------------------------------------

// An upper bound where the other player follows up in all columns but one.
static int most_against_threats(const Position &position, Cells empty, Cells odd) {
    // Counted down from the bit above the column: all cells from the lowest empty one up.
    Cells threats = position.their_rows & LEADER & ((BOTTOM << ROWS) - odd);
    int best = INFINITE;
    while (threats) {
        Cells threat = threats & -threats, column = COLUMN << __builtin_ctzll(threat) / HEIGHT * HEIGHT;
        Cells mine = ((empty & LEADER | odd) & ~column) | (empty & ~LEADER & column & threat - 1);
        threats &= ~column;
        if (has_row(position.mine | mine)) continue;
        int over = ROWS - 1 - __builtin_ctzll(threat) % HEIGHT;
        best = std::min(best, -((over + 2) / 2));
    }
    return best;
}

// How many cells are still empty when one who follows up has a row, with all these cells.
static int left_above(Cells marks, Cells cells) {
    for (int above = 0;; above += 2) {
        cells &= ~(BOTTOM << (ROWS - 1) >> above);
        if (!has_row(marks | cells)) return above;
    }
}

// Whether there is a row that has none of the others' below it in the same columns.
static bool may_be_first(Cells cells, Cells others) {
    Cells found = 0;
    for (int step : {1, HEIGHT - 1, HEIGHT, HEIGHT + 1}) {
        Cells late = others & others >> step;
        late &= late >> 2 * step;
        for (int row = 0; row < ROWS; row++) late |= late << 1 & BOARD;
        Cells pairs = cells & cells >> step;
        found |= pairs & pairs >> 2 * step & ~late;
    }
    return found;
}

// An upper bound from what the other player gets by following up.
static int most_against_following(const Position &position) {
    Cells empty = BOARD & ~position.taken(), odd = landings(position.taken()) & ~LEADER;
    if (position.left() & 1) return most_against_threats(position, empty, odd);
    Cells mine = position.mine | empty & LEADER | odd, theirs = empty & ~LEADER & ~odd;
    if (has_row(mine) && may_be_first(mine, position.theirs | theirs)) return INFINITE;
    return has_row(position.theirs | theirs) ? -1 - left_above(position.theirs, theirs) / 2 : 0;
}

static bool without_search(const Position &position, int alpha, int beta, int &lower, int &upper) {
    if (position.wins_at_once()) {
        lower = upper = (position.left() + 1) / 2;
        return true;
    }
    if (!position.answers()) {
        lower = upper = -position.left() / 2;
        return true;
    }
    if (position.left() <= 2) {
        lower = upper = 0;
        return true;
    }
    lower = position.left() >= 4 ? -(position.left() - 2) / 2 : 0;
    upper = (position.left() - 1) / 2;
    Cells empty = BOARD & ~position.taken();
    if (beta <= 0 && !has_row(position.theirs | empty)) lower = 0;
    if (alpha >= 0 && !has_row(position.mine | empty)) upper = 0;
    else if (alpha >= -(ROWS / 2)) upper = std::min(upper, most_against_following(position));
    upper = std::max(lower, upper);
    return lower >= beta || upper <= alpha || lower == upper;
}

static int promise(const Position &after, Cells move) {
    Cells threats = after.their_rows & BOARD & ~after.taken();
    Cells mine = after.left() & 1 ? LEADER : ~LEADER;
    int weight = 2 * __builtin_popcountll(threats) + __builtin_popcountll(threats & mine);
    int answers = __builtin_popcountll(landings(after.taken()) & ~(threats >> 1));
    int column = __builtin_ctzll(move) / HEIGHT, row = __builtin_ctzll(move) % HEIGHT;
    return 64 * weight - 16 * answers - 3 * std::abs(2 * column - COLUMNS + 1) -
           2 * std::abs(2 * row - ROWS + 1);
}

// After all answers to threats, where other answers lose at once and no move wins.
static Position played_out(Position position) {
    for (Cells answer; (answer = position.answers()) && !(answer & answer - 1) && !position.wins_at_once();)
        position = position.after(answer);
    return position;
}

// What comes of the moves that are still to be searched, the most promising first.
struct Ends {
    Position positions[COLUMNS];
    int promises[COLUMNS], order[COLUMNS], count = 0;

    void insert(const Position &end, int promise) {
        positions[count] = end;
        promises[count] = promise;
        int place = count;
        for (; place > 0 && promises[order[place - 1]] < promise; place--) order[place] = order[place - 1];
        order[place] = count++;
    }
};

// Bounds as the player sees them who is to move so many plies earlier.
static void see_across(int &lower, int &upper, int plies) {
    if (plies & 1) {
        int other = -lower;
        lower = -upper;
        upper = other;
    }
}

static int same(const Position &position, int alpha, int beta, Table &table) {
    nodes++;
    Ends ends;
    int best = -INFINITE, left = 0;
    for (Cells cells = position.answers(); cells; cells &= cells - 1) {
        Position child = position.after(cells & -cells), end = played_out(child);
        int plies = end.played - position.played, low = alpha, high = beta, lower, upper;
        see_across(low, high, plies);
        without_search(end, low, high, lower, upper);
        see_across(lower, upper, plies);
        if (lower >= beta) return lower;
        if (upper <= alpha || lower == upper) best = std::max(best, upper);
        else {
            table.expect(end.key());
            ends.insert(end, promise(child, cells & -cells));
        }
    }
    for (int i = 0; i < ends.count; i++) {
        const Position &end = ends.positions[ends.order[i]];
        int lower = -INFINITE, upper = INFINITE;
        table.look(end.key(), lower, upper);
        see_across(lower, upper, end.played - position.played);
        if (lower >= beta) return lower;
        if (upper <= alpha || lower == upper) best = std::max(best, upper);
        else ends.order[left++] = ends.order[i];
    }
    for (int i = 0; i < left && best < beta; i++) {
        const Position &end = ends.positions[ends.order[i]];
        int low = std::max(alpha, best);
        best = std::max(best, end.played - position.played & 1 ? -same(end, -beta, -low, table)
                                                               : same(end, low, beta, table));
    }
    int lower = -64, upper = 63;
    table.look(position.key(), lower, upper);
    table.keep(position.key(), best > alpha ? std::max(lower, best) : lower,
               best < beta ? std::min(upper, best) : upper);
    return best;
}

static int ask_the_same(const Position &position, Table &table) {
    int lower, upper, soon = (position.left() - 12) / 2;
    without_search(position, -INFINITE, INFINITE, lower, upper);
    table.look(position.key(), lower, upper);
    auto ask = [&](int middle) {
        if (middle < lower || middle >= upper) return;
        int score = same(position, middle, middle + 1, table);
        if (score > middle) lower = std::max(lower, score);
        else upper = std::min(upper, score);
    };
    for (int middle : {soon - 1, -soon - 1, 0, -1})
        if (soon > 0 || middle >= -1) ask(middle);
    while (lower < upper) ask(lower > 0 ? lower : upper - 1);
    return lower;
}

// --- lines -------------------------------------------------------------------------------

static Position played(const char *digits) {
    Position position = {0, 0, 0, 0, 0};
    for (; *digits >= '1' && *digits <= '7'; digits++)
        position = position.after(landings(position.taken()) & COLUMN << (*digits - '1') * HEIGHT);
    return position;
}

static double processor_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int count, char **arguments) {
    bool plainly = count > 1 && !strcmp(arguments[1], "plain");
    Table table(count > 2 ? atoi(arguments[2]) : 22);
    char line[256], digits[64];
    double seconds = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%63s", digits) != 1) continue;
        Position position = played(digits);
        nodes = 0;
        double begun = processor_seconds();
        int score = position.wins_at_once() ? (position.left() + 1) / 2
                    : plainly               ? ask_plainly(position, table)
                                            : ask_the_same(position, table);
        seconds += processor_seconds() - begun;
        printf("%s %d %llu\n", digits, score, static_cast<unsigned long long>(nodes));
    }
    fprintf(stderr, "%.9f\n", seconds);
}
