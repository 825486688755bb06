// Players of many games, by the script of the page: what they play, and what their pages would say.

(() => {
    const players = new Map();
    let think = 1000;

    const post = (path, body) =>
        fetch(`/api/v1/${path}`, { method: "POST", body: JSON.stringify(body) }).then((told) => told.json());

    async function sit(id) {
        const { LiveGame } = await import("/static/live_game.js");
        const { wholeView } = await import("/static/drawing.js");
        const page = await (await fetch(`/live/${id}`)).text();
        const start = new DOMParser().parseFromString(page, "text/html").getElementById("start");
        const given = JSON.parse(start.textContent);
        const player = { played: {}, said: [], game: null, timer: 0 };
        player.legal = () => wholeView(given.sheet, player.game.standing.view).all_moves;
        player.game = new LiveGame(given, {
            taken: () => look(player),
            refused: () => look(player),
            connected: () => look(player),
        });
        players.set(id, player);
    }

    function look(player) {
        const { game } = player;
        const last = player.said.at(-1);
        const now = [Date.now() / 1000, game.status(), game.standing.over];
        if (!last || last[1] !== now[1] || last[2] !== now[2]) player.said.push(now);
        if (player.timer || game.whyNot()) return;
        player.timer = setTimeout(() => move(player), think * 2 * Math.random());
    }

    function move(player) {
        const { game } = player;
        player.timer = 0;
        if (game.whyNot()) return;
        const moves = player.legal();
        const chosen = moves[Math.floor(Math.random() * moves.length)];
        (player.played[game.standing.ply] ??= []).push(chosen);
        game.play(chosen);
        look(player);
    }

    window.players = {
        async begin(count, game) {
            const begun = [];
            for (let i = 0; i < count; i += 1) begun.push(await post("live", { game }));
            return begun.map(({ id, invitation }) => ({ id, invitation }));
        },
        async join(begun) {
            for (const { invitation } of begun) await post(`join/${invitation}`, {});
        },
        async play(ids, pause) {
            think = pause;
            for (const id of ids) await sit(id);
            for (const player of players.values()) look(player);
            setInterval(() => players.forEach(look), 50);
        },
        finish() {
            think = 50;
        },
        over: () => [...players.values()].every(({ game }) => game.standing.over),
        report: () =>
            Object.fromEntries(
                [...players].map(([id, { played, said, game }]) => [id, { played, said, moves: game.moves }]),
            ),
    };
})();
