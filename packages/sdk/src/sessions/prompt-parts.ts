import type { Block } from '@loadout/core';

/** Divides the content of a prompt into what was asked and the notes that the engine put behind it. */
export function promptParts(content: readonly Block[]): { readonly asked: readonly Block[]; readonly notes: readonly Block[] } {
  const last = content.findLastIndex((block) => !isNote(block));
  const end = Math.max(last, 0) + 1;
  return { asked: content.slice(0, end), notes: content.slice(end) };
}

const isNote = (block: Block): boolean =>
  block.type === 'text' && typeof block.text === 'string' && /^<system-reminder>.*<\/system-reminder>\s*$/s.test(block.text);
