import { isObject } from '@loadout/core';
import type { Said } from '../conversation.js';
import { blocksOf } from './content.js';
import { type Fields, fieldsIn, listIn, textIn, wrong } from './fields.js';

/** The result of a call that the client made, with the id of the call. */
export interface CallResult {
  readonly id: string;
  readonly text: string;
  readonly param: string;
}

export interface ChatInput {
  readonly said: readonly Said[];
  /** The results at the end, which let the run go on. Results before a later message are part of the talk. */
  readonly results: readonly CallResult[];
}

export const ROLES: Readonly<Record<string, Said['role']>> = {
  system: 'instructions',
  developer: 'instructions',
  user: 'user',
  assistant: 'assistant',
};

/** Reads the role of a message. Throws OPENAI_FIELD. */
export function roleIn(message: Fields, param: string, roles: typeof ROLES): Said['role'] {
  const name = textIn(message, 'role', `${param}.role`) ?? '';
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
  if (role !== undefined) return role;
  const known = roles === ROLES ? 'system, user or assistant' : 'system, user, assistant or tool';
  throw wrong(`${param}.role`, `is ${JSON.stringify(name)}, but must be ${known}`);
}

/** Reads the messages. `hasTools`: the client runs tools, and may tell of their calls. Throws OPENAI_FIELD. */
export function messagesIn(body: Fields, { hasTools }: { readonly hasTools: boolean }): ChatInput {
  const roles = hasTools ? { ...ROLES, tool: 'tool' as const } : ROLES;
  const results: CallResult[] = [];
  const said = (listIn(body, 'messages') ?? []).map((message, index): Said => {
    const param = `messages[${index}]`;
    if (!isObject(message)) throw wrong(param, 'must be an object');
    const role = roleIn(message, param, roles);
    const blocks = blocksOf(message.content, `${param}.content`);
    if (role !== 'tool') {
      results.length = 0;
      return { role, blocks: hasTools && role === 'assistant' ? [...blocks, ...callsIn(message, param)] : blocks };
    }
    const id = textIn(message, 'tool_call_id', `${param}.tool_call_id`) ?? '';
    results.push({ id, text: textOfResult(blocks, `${param}.content`), param: `${param}.tool_call_id` });
    return { role, blocks };
  });
  return { said, results };
}

type Blocks = Said['blocks'];

/** Throws OPENAI_FIELD for a result that is more than a text. */
export function textOfResult(blocks: Blocks, param: string): string {
  const texts = blocks.map((block) => (block.type === 'text' ? String(block.text) : undefined));
  if (texts.includes(undefined)) throw wrong(param, 'must be a text, because it is the result of a tool');
  return texts.join('\n');
}

/** The calls in a message of the past, as a text. */
const callsIn = (message: Fields, param: string): Blocks =>
  (listIn(message, 'tool_calls', `${param}.tool_calls`) ?? []).map((call, index) => {
    const place = `${param}.tool_calls[${index}]`;
    if (!isObject(call)) throw wrong(place, 'must be an object');
    return calledBlock(fieldsIn(call, 'function', `${place}.function`) ?? {}, `${place}.function`);
  });

export const calledBlock = (fields: Fields, param: string): Blocks[number] => ({
  type: 'text',
  text: `(called ${textIn(fields, 'name', `${param}.name`) ?? 'a tool'} with ${textIn(fields, 'arguments', `${param}.arguments`) ?? '{}'})`,
});
