// The scripts of a page, in Node: what a browser gives them is given here, as little as they need.

/** @param {string} name of a script */
export const script = (name) => import(`${process.argv[2]}/${name}.js`);

/** Put something in a global's place until a test has ended. */
export function given(test, name, what) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value: what, configurable: true, writable: true });
    test.after(() => {
        if (before) Object.defineProperty(globalThis, name, before);
        else delete globalThis[name];
    });
}

/** A place for what a page keeps. */
export class Storage {
    kept = new Map();
    getItem = (name) => this.kept.get(name) ?? null;
    setItem = (name, text) => this.kept.set(name, text);
}

/** A clock that moves when a test moves it, and what is to happen by it. */
export class Clock {
    now = 0;
    due = [];
    count = 0;

    /** Let this clock be the page's. */
    constructor(test) {
        const after = (act, wait, every) => {
            this.due.push({ act, at: this.now + wait, every, number: ++this.count });
            return this.count;
        };
        const stop = (number) => (this.due = this.due.filter((one) => one.number !== number));
        given(test, "performance", { now: () => this.now });
        given(test, "setTimeout", (act, wait) => after(act, wait, 0));
        given(test, "setInterval", (act, wait) => after(act, wait, wait));
        for (const name of ["clearTimeout", "clearInterval"]) given(test, name, stop);
    }

    /** @param {number} time that passes */
    pass(time) {
        const end = this.now + time;
        for (;;) {
            const next = this.due.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
            if (!next) break;
            this.now = Math.max(this.now, next.at);
            if (next.every) next.at += next.every;
            else this.due.splice(this.due.indexOf(next), 1);
            next.act();
        }
        this.now = end;
    }
}
