import type { Command, SyntaxNode } from 'unbash';
import type { Words } from './program-place.js';

/** The known beginning of a word. */
export const leadOf = (arg: SyntaxNode): string => spelled(arg, '\0').replace(/\0[\s\S]*/, '');

/** The words of a command, from its program on; `null` for one that is not known before it runs. */
export const knownWords = (node: Command): Words =>
  [node.name, ...node.args].map((word) =>
    word?.type === 'Word' && (word.parts ?? []).every(isKnownPart) ? word.value : word === undefined ? '' : null,
  );

/** The text of a word in which a mark stands for each part that is not known before it runs. */
export function spelled(node: SyntaxNode, mark = '_'): string {
  if (node.type === 'Assignment') return spelled(node.value, mark);
  if (node.type === 'ArrayValue') return node.elements.map((one) => spelled(one, mark)).join(' ');
  if (isKnownPart(node) && node.type !== 'DoubleQuoted') return (node as { readonly value?: string }).value ?? '';
  if (node.type !== 'Word' && node.type !== 'DoubleQuoted') return mark;
  if (node.type === 'Word' && node.parts === undefined) return node.value;
  return (node.parts ?? []).map((one) => spelled(one, mark)).join('');
}

const isKnownPart = (part: { readonly type: string }): boolean =>
  ['Literal', 'SingleQuoted', 'AnsiCQuoted'].includes(part.type) ||
  (part.type === 'DoubleQuoted' && (part as unknown as { parts: readonly { type: string }[] }).parts.every(isKnownPart));
