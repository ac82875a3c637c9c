import type { Command } from 'unbash';

/** The words of a command, from its program on; `undefined` for one that is not known before it runs. */
export const knownWords = (node: Command): readonly (string | undefined)[] =>
  [node.name, ...node.args].map((word) =>
    word?.type === 'Word' && (word.parts ?? []).every(isKnownPart) ? word.value : word === undefined ? '' : undefined,
  );

const isKnownPart = (part: { readonly type: string }): boolean =>
  ['Literal', 'SingleQuoted', 'AnsiCQuoted'].includes(part.type) ||
  (part.type === 'DoubleQuoted' && (part as unknown as { parts: readonly { type: string }[] }).parts.every(isKnownPart));
