// The types of the page's scripts: what the server and the page's engine tell, and what the scripts
// hand on to each other. Only TypeScript's checker reads this file (tests/web/test_script.py).

// A board and what is drawn on it. Lengths are in hundredths of the picture.
type Place = {
    name: string; column: number; row: number; x: number; y: number; w: number; h: number;
    centre: [number, number]; // in the picture's units
};
type Sheet = {
    look: string; width: number; height: number; at: [number, number]; ground: string[];
    cells: Place[]; parts: { box: number[]; cells: number[] }[]; shapes: Record<string, string>;
    last: Record<string, string>; low: boolean;
};
type Cell = Place & { mark: string; side: number | null; moves: string[]; label: string };
/** A turn, the missing cell, the line, and whether it can be marked now. */
type Threat = [number, number, number[], boolean];
type Chip = {
    text: string;
    outcome: string; // empty if it is unknown, and then not drawn
    best: boolean;
};
type BestPlay = {
    ghosts: [string, string, number | null, number][]; // marks to come: cell, mark, side, ply
    steps: [string, string, number][]; // steps to come: both cells, ply
};
/** What is drawn over the marks. */
type Notes = {
    open?: boolean; // whether a move may be chosen now
    values?: (move: string) => Chip | undefined;
    line?: BestPlay | null;
    threats?: Threat[] | null;
};

/** What a page makes of its board. */
type BoardUse = {
    play: (move: string) => unknown;
    refuse: (why: string) => void;
    label?: (cell: Cell) => string;
    sign?: (move: string) => string;
    point?: (moves: string[]) => void;
    hint?: (cell: Cell | undefined) => void;
    tilt?: (move?: string) => void;
};

// A position, and what is known of it.
type View = {
    schema: number; game: string; position: string; name: string; moves: string[]; marks: string[];
    first_turn: number; turn: number; turns?: number[]; status: string; over: boolean;
    winner: number | null; computer_to_move: boolean; width: number; height: number; look: string;
    cells: Cell[]; all_moves: string[]; digits: boolean; falls: boolean; last: string[];
    lines: string[][]; closed: [number, number | null][];
    threats: { lines: Threat[]; text: string; cells: Record<string, string> } | null;
};
type Value = { outcome: string | null; plies: number | null; margin?: number; certainty: string };
type Known = {
    value: Value; bounds?: { lower: { outcome: string }; upper: { outcome: string } };
    /** Whether no more reasons will come. */
    explained?: boolean;
    moves: { move: string; value: Value; best: boolean; why?: string }[];
    principal_variation: string[]; line_turns?: number[]; signs: Record<string, string>;
    verdict: string;
} & Partial<BestPlay>; // which comes after the values
type Reply = { answer: string | null; doubt?: string; view: View; known: Known | null };
type Settings = { game: string; as: string; level: string; position: string };
/** It hears how far a search has come. */
type Hears = (text: string) => void;
type Find = (s: Settings, moves: string[], signal: AbortSignal, hears?: Hears) => Promise<Known>;
type Source = {
    table: (
        s: Settings, moves: string[], ask: { reply: boolean; know: boolean }, signal: AbortSignal,
    ) => Promise<Reply>;
    know: Find;
    values: Find | null;
    ahead:
        | ((s: Settings, moves: string[], signal: AbortSignal) => Promise<{ ahead: Record<string, Reply[]> }>)
        | null;
    explain?: (s: Settings, moves: string[], known: Known, signal: AbortSignal) => Promise<Known>;
    address: (s: Settings, moves: string[]) => string;
    settings: (address: URL) => { settings: Settings; moves: string[] };
};

// A live game.
type Clock = { control: string; left: Record<string, number>; running: string | null };
type Standing = {
    type: "standing"; id: string; game: string; ply: number; from: number; moves: string[];
    over: boolean; status: string; seat: string | null; taken: Record<string, boolean>;
    people: string[]; watching: number; rematch: string | null; takebacks: number; offered: string;
    offer: { kind: string; by: string } | null; clock: Clock | null; view: View; beat: number;
};
type Refusal = {
    type: "refused"; ply: number | null; error: string; kind: string; again: boolean;
};
/** What a page makes of its game. */
type LiveUse = {
    taken: (before: Standing, news: string[], back: boolean) => void;
    refused: (why: string) => void;
    connected: (lost: boolean) => void;
};
/** What is sent: it carries a number, which its answer repeats. */
type Message = { id?: number; [name: string]: unknown };
type Pending = { message: Message; at: number; again: boolean };
type Told = { type: string; id?: number | null; told?: number; again?: boolean };
/** What a page makes of its connection. */
type ConnectionUse = {
    address: () => string;
    heard: (told: any) => void;
    wanted: (message: Message) => boolean;
    changed: () => void;
};

// A page without a server: its engine, and the answers that were made for it.
/** A record's field: its name and number; or its name, its words, and those that are not 0. */
type Field = [string, string] | [string, number, Record<string, string>];
type Module = {
    code: string; free: number; start: string[]; records: Record<string, Field[]>;
    book: { plies: number; words: string } | null;
    listed?: string; // positions that no search can value, as they repeat: words, outcome, plies
    crowds?: number[]; // after how many nodes of a question each table gives way to the next
};
type StrategyTold = {
    file: string;
    symmetries: number[][]; // where each cell goes; none where positions have no mirror images
    split: number; // after how many bits a set of cells goes on in the next word; 0 if it never does
};
type Score = { outcome: number; plies: number };
type Limits = {
    end: number; // by `performance.now()`
    signal?: AbortSignal; report?: Hears;
};
/** How positions are written (RowNotation in Python). */
type Notation = { letters: string; runs: boolean; counts: boolean; word: number; words: string };
/** Of each position, by its key. */
type Tables = {
    sentences: string[];
    why?: Record<string, number[]>; // the reasons of its moves
    won?: Record<string, number[]>; // the lines that decided it
    boards?: Record<string, number[]> | null; // its cells
    texts?: Record<string, string> | null;
};
type Manner = { thinks: number; errs: number; overlooks: number; plies: number };
type Answers = Tables & {
    game: string; name: string; marks: string[]; digits: boolean; falls?: boolean;
    moves: Record<string, string[]>; contents: [string, number | null][]; lines: string[][];
    places: [string, number][]; // the name and column of each cell
    packed: string; columns: number; lengths: number[]; misere: boolean; numbers?: boolean;
    notation?: Notation | null;
    wanders: string[] | false; // where a move has no cell of its own: the names of cells without one
    repeats: boolean; parts: string[][]; by_number: boolean;
    lacking: [number, number, number[], boolean][]; levels: Record<string, Manner>;
    words: {
        threats: Record<string, string>; no_threat: string; slow_win: string; unsure: string;
        drawn: string; repeated: string; verdicts: Record<string, string>;
        bounded: Record<string, string>; unsolved: string; unfinished: string;
    };
    module: any; strategy?: any; usual?: { as: string; level: string; position: string };
};
/** A position, and what is known of it. */
type Spot = {
    parts?: number[]; key: string; turn: number; board: any[]; text: string; over: boolean;
    value: Score | null; won: number[]; follow: Step[];
    threats: { told: string; found: number[] } | null;
};
type Step = {
    number: number; move: string; cell: string; word: string; why: string;
    left?: string; // the cell that a stone leaves, where the move is a step
    after: () => Spot;
};
type Choice = Step & Score & { known: boolean; best: boolean };
/** What the parts of a page share. */
type Page = {
    answers: Answers; cellNames: string[]; values: Map<string, Score>;
    engine: any; strategy: any; // once they are there
};
type Offline = Source & {
    ready: Promise<void>; finds: (position: string) => boolean; plays: (level: string) => boolean;
};
