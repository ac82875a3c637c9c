import type { Block } from '@loadout/core/model';

/** Divides the content of a prompt into what was asked and the notes that the engine put behind it. */
export function promptParts(content: readonly Block[]): { readonly asked: readonly Block[]; readonly notes: readonly Block[] } {
  const last = content.findLastIndex((block) => !isNote(block));
  const end = Math.max(last, 0) + 1;
  return { asked: content.slice(0, end), notes: content.slice(end) };
}

const isNote = (block: Block): boolean =>
  block.type === 'text' && typeof block.text === 'string' && /^<system-reminder>.*<\/system-reminder>\s*$/s.test(block.text);

/** A single text as the text itself, as it was sent. */
export const textOnly = (asked: readonly Block[]): string | readonly Block[] => {
  const [only, ...others] = asked;
  const isText = others.length === 0 && only?.type === 'text' && typeof only.text === 'string' && Object.keys(only).length === 2;
  return isText ? String(only.text) : asked;
};
