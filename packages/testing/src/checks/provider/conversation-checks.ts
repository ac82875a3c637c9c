import type { Block, Message } from '@loadout/core/model';
import { pngOf } from '../../png-of.js';
import type { Reply } from '../../wires/reply.js';
import type { Problem } from '../check.js';
import { ask, blocksOf, callsOf, requestOf, text, userMessage } from './conversation.js';
import type { ProviderCases } from './provider-cases.js';
import { inWorld } from './provider-world.js';
import { showError } from './show.js';

const REPLIES: readonly Reply[] = [
  { thinking: 'First both.', text: 'Looking.', tools: ['a', 'b'].map((file_path) => ({ name: 'Read', input: { file_path } })) },
  { tools: [{ name: 'Grep', input: { pattern: 'x' } }] },
  { tools: [{ name: 'Read', rawInput: '{"file_path": ' }] },
  { thinking: 'That was it.', text: 'Done.' },
  { text: 'You are welcome.' },
];

/** Calls side by side, thinking, an error, a picture and malformed input: the API takes each of the requests. */
export const conversationProblem = (cases: ProviderCases): Promise<Problem> =>
  inWorld(cases, { replies: REPLIES }, async ({ provider, api }) => {
    const messages: Message[] = [userMessage(text('Find the word.'))];
    for (const [turn] of REPLIES.entries()) {
      const heard = await ask(provider, requestOf([...messages]));
      if (heard.error !== undefined) return `turn ${turn + 1} failed with ${showError(heard.error)}`;
      messages.push(Object.freeze({ role: 'assistant', content: blocksOf(heard) }));
      const results = callsOf(heard).map(({ id }, index) => resultOf(id, turn + index));
      messages.push(results.length > 0 ? userMessage(...results) : userMessage(text('Thank you.')));
    }
    const invalid = api.requests.flatMap((request, index) =>
      cases.wire.validate(request).map((sentence) => `request ${index + 1}: ${sentence}`),
    );
    return invalid.length === 0 ? undefined : invalid.join('; ');
  });

/** A text, an error, a picture, and an empty result, by turns. */
function resultOf(tool_use_id: string, number: number): Block {
  const picture = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: pngOf(Buffer.from('a')).toString('base64') },
  };
  const contents = ['the word', 'it failed', [{ type: 'text', text: 'a picture' }, picture], ''] as const;
  const content = contents[number % contents.length] ?? '';
  return { type: 'tool_result', tool_use_id, content, ...(content === 'it failed' ? { is_error: true } : {}) };
}
