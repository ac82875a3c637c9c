/** A text as one word of a command that a person copies: in quotes, where a shell would read more than a word. */
export const typedWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
