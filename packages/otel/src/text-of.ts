import { isText } from '@loadout/core/model';

/** The texts of a message, one below the other. */
export const textOf = (content: readonly { readonly type: string }[]): string =>
  content
    .filter(isText)
    .map(({ text }) => text)
    .join('\n');
