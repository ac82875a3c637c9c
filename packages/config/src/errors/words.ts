export type Named = { name: string; nearest?: string | undefined };

/** Returns the end of a message that suggests a similar name. */
export const hint = (p: { nearest?: string | undefined }) => (p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`);

export const list = (names: readonly string[]) => names.join(', ') || '(none)';

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
