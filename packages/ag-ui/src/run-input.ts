import { isObject } from '@loadout/core';
import type { Block } from '@loadout/core/model';
import { type AnswerWish, answerIn, fileBlock, type Said } from '@loadout/serve';
import { errors } from './errors.js';

/** The parts of AG-UI's `RunAgentInput` that an agent reads. */
export interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly said: readonly Said[];
  readonly resume: readonly AnswerWish[];
}

type Fields = Readonly<Record<string, unknown>>;

const wrong = (field: string, problem: string) => errors.AGUI_INPUT({ field, problem });

/** Reads the input of a run. Throws AGUI_INPUT. */
export function runInput(body: Fields): RunInput {
  const threadId = threadIn(body);
  const { runId } = body;
  if (typeof runId !== 'string' || runId === '' || runId.length > 200)
    throw wrong('runId', 'must be a text of up to 200 characters');
  if (listIn(body, 'tools').length > 0) throw wrong('tools', 'contains tools of the client, which the agent does not accept');
  const context = listIn(body, 'context').map((one) => ({ role: 'instructions' as const, blocks: contextOf(one) }));
  const messages = listIn(body, 'messages').flatMap((one, index) => saidIn(one, `messages[${index}]`));
  const resume = listIn(body, 'resume').map((one, index) => resumedIn(one, `resume[${index}]`));
  return { threadId, runId, said: [...context, ...messages], resume };
}

/** The id of a thread becomes that of a session. */
function threadIn({ threadId: id }: Fields): string {
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id))
    throw wrong('threadId', 'must be 1 to 64 letters, digits, underscores and hyphens');
  return id;
}

function listIn(body: Fields, field: string): readonly unknown[] {
  const value = body[field] ?? [];
  if (!Array.isArray(value)) throw wrong(field, 'must be a list');
  return value;
}

function contextOf(one: unknown): readonly Block[] {
  if (!isObject(one)) throw wrong('context', 'must be a list of objects');
  return [{ type: 'text', text: `${String(one.description ?? '')}: ${String(one.value ?? '')}` }];
}

const ROLES: Readonly<Record<string, Said['role'] | undefined>> = {
  system: 'instructions',
  developer: 'instructions',
  user: 'user',
  assistant: 'assistant',
};

/** Reads a message. Results of tools, activities and reasoning are the agent's own: its session has them. */
function saidIn(message: unknown, field: string): readonly Said[] {
  if (!isObject(message) || typeof message.role !== 'string') throw wrong(field, 'must be a message with a role');
  const role = Object.hasOwn(ROLES, message.role) ? ROLES[message.role] : undefined;
  return role === undefined ? [] : [{ role, blocks: blocksIn(message.content, `${field}.content`) }];
}

function blocksIn(content: unknown, field: string): readonly Block[] {
  if (content === undefined || content === null || content === '') return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw wrong(field, 'must be a text or a list');
  return content.map((part: unknown, index) => {
    const block = isObject(part) ? blockOf(part) : undefined;
    if (block === undefined) throw wrong(`${field}[${index}]`, 'must be a text, or a picture, PDF or text with its data');
    return block;
  });
}

/** The server fetches nothing for a client, so a part with an address is not taken. */
function blockOf(part: Fields): Block | undefined {
  if (part.type === 'text') return typeof part.text === 'string' ? { type: 'text', text: part.text } : undefined;
  const source = isObject(part.source)
    ? { data: part.source.value, mime: part.source.mimeType, type: part.source.type }
    : undefined;
  const { data, mime } = source?.type === 'data' ? source : { data: part.data, mime: part.mimeType };
  if (typeof data !== 'string' || typeof mime !== 'string') return undefined;
  return fileBlock({ mime, data, name: typeof part.filename === 'string' ? part.filename : 'file' });
}

/** The id of an interrupt is that of a call. */
function resumedIn(one: unknown, field: string): AnswerWish {
  if (!isObject(one) || typeof one.interruptId !== 'string') throw wrong(field, 'must have an interruptId');
  const { interruptId: call, status, payload } = one;
  if (status === 'cancelled') return { call, behavior: 'deny' };
  const answer = status === 'resolved' && isObject(payload) ? answerIn(payload) : undefined;
  if (answer === undefined)
    throw wrong(
      field,
      'must be cancelled, or resolved with a payload whose approved is true or false, or whose texts are answers',
    );
  return { call, ...answer };
}
