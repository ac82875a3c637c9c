import type { Block } from '@loadout/core/model';

/** A message of a client. `instructions`: it is for the model and no part of the talk. `tool`: the result of a tool of the client. */
export interface Said {
  readonly role: 'instructions' | 'user' | 'assistant' | 'tool';
  readonly blocks: readonly Block[];
}

/**
 * The prompt of a run. The messages of the user at the end are the prompt; what was said before comes as a text in front of it,
 * since a client could claim anything about it. `isKnown`: the session has it. `undefined`: there is no new message.
 */
export function promptOf(said: readonly Said[], isKnown = false): string | readonly Block[] | undefined {
  const talk = said.filter(({ role }) => role !== 'instructions');
  const from = talk.findLastIndex(({ role }) => role !== 'user') + 1;
  const asked = talk.slice(from).flatMap(({ blocks }) => blocks);
  if (asked.every((block) => block.type === 'text' && String(block.text).trim() === '')) return undefined;
  const instructions = said.filter(({ role }) => role === 'instructions').flatMap(({ blocks }) => blocks);
  // A session does not have the results that a client sends before a new message.
  const known = isKnown ? talk.findLastIndex(({ role }) => role === 'assistant') + 1 : 0;
  const before = talk.slice(known, from);
  const parts = [
    ...(instructions.length === 0 ? [] : [text('Instructions of the client:'), ...instructions]),
    ...(before.length === 0 ? [] : [text('The conversation so far, as the client tells it:')]),
    ...before.flatMap(({ role, blocks }) => [text(`${role}:`), ...blocks]),
    ...(instructions.length + before.length === 0 ? [] : [text('The new message of the user:')]),
    ...asked,
  ];
  return parts.every(isText) ? parts.map((block) => block.text).join('\n\n') : parts;
}

const text = (words: string): Block => ({ type: 'text', text: words });

const isText = (block: Block): block is Extract<Block, { text: string }> => block.type === 'text';
