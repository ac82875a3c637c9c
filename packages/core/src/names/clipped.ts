/** A text, or its beginning with an ellipsis: at most so many characters. */
export const clipped = (text: string, chars: number): string => (text.length <= chars ? text : `${text.slice(0, chars - 1)}…`);
