// @ts-check
// A state that is changed in one place, and those who follow it: what shows something says on which
// fields it depends, and a change of a field need not name them.

/** @template {Record<string, any>} State @param {State} state read it freely; change it by `update` alone */
export function storeOf(state) {
    /** @type {{fields: (keyof State)[], act: () => unknown}[]} */
    const followers = [];

    /**
     * Do something after each change of one of these fields.
     * @param {(keyof State)[]} fields
     * @param {() => unknown} act
     */
    function subscribe(fields, act) {
        followers.push({ fields, act });
    }

    /**
     * Change some fields, and let those who follow them act, in the order in which they came. A
     * field that keeps its value is not changed.
     * @param {Partial<State>} patch
     * @returns {Promise<unknown>} done once all that they began is done
     */
    function update(patch) {
        const changed = Object.keys(patch).filter((field) => patch[field] !== state[field]);
        Object.assign(state, patch);
        const concerned = followers.filter(({ fields }) => fields.some((field) => changed.includes(String(field))));
        return Promise.all(concerned.map(({ act }) => act()));
    }

    return { state, subscribe, update };
}
