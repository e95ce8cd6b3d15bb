/** The most characters of the texts about a breach. */
export const breachMost = { what: 4000, actor: 254, how: 1000, reference: 200 };

/** The forms on the page of a breach. */
export const breachParts = ['told', 'board', 'close'] as const;
