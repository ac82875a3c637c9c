/** Returns the beginning of a text, with a mark at the cut. */
export const clipped = (text: string, chars: number): string => (text.length <= chars ? text : `${text.slice(0, chars - 1)}…`);
