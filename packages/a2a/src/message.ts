import { isObject } from '@loadout/core';
import type { Block } from '@loadout/core/model';
import { type AnswerWish, answerIn, fileBlock } from '@loadout/serve';
import { errors } from './errors.js';
import type { Json } from './task.js';

/** A message of a client. */
export interface Sent {
  readonly contextId: string | undefined;
  readonly taskId: string | undefined;
  readonly blocks: readonly Block[];
  readonly answers: readonly AnswerWish[];
  /** The client wants the task and not its end. */
  readonly isImmediate: boolean;
}

const wrong = (field: string, problem: string) => errors.A2A_REQUEST({ field, problem });

/** Reads the parameters of SendMessage. Throws A2A_REQUEST. */
export function sentIn({ message, configuration }: Json): Sent {
  if (!isObject(message) || !Array.isArray(message.parts)) throw wrong('params.message', 'must be a message with parts');
  const parts = message.parts.map((part: unknown, index) => partIn(part, `params.message.parts[${index}]`));
  return {
    contextId: idIn(message, 'contextId'),
    taskId: idIn(message, 'taskId'),
    blocks: parts.flatMap(({ block }) => block ?? []),
    answers: parts.flatMap(({ answer }) => answer ?? []),
    isImmediate: isObject(configuration) && configuration.returnImmediately === true,
  };
}

/** The id of a context is that of a session, and the id of a task that of a run. */
export function idIn(fields: Json, field: string): string | undefined {
  const id = fields[field];
  if (id === undefined || id === null || id === '') return undefined;
  if (typeof id !== 'string' || !/^[\w-]{1,80}$/.test(id))
    throw wrong(field, 'must be up to 80 letters, digits, underscores and hyphens');
  return id;
}

function partIn(part: unknown, field: string): { readonly block?: Block; readonly answer?: AnswerWish } {
  if (!isObject(part)) throw wrong(field, 'must be an object');
  if (typeof part.text === 'string') return { block: { type: 'text', text: part.text } };
  if (isObject(part.data)) return dataIn(part.data);
  const { raw, mediaType, filename } = part;
  // The server fetches nothing for a client, so a part with an address is not taken.
  if (typeof raw !== 'string' || typeof mediaType !== 'string')
    throw wrong(field, 'must have text, data, or raw with a mediaType');
  const block = fileBlock({
    mime: mediaType,
    data: raw,
    name: typeof filename === 'string' && filename !== '' ? filename : 'file',
  });
  if (block === undefined) throw wrong(field, `is ${JSON.stringify(mediaType)}, but must be a picture, a PDF or a text`);
  return { block };
}

function dataIn(data: Json): { readonly block?: Block; readonly answer?: AnswerWish } {
  const answer = answerIn(data);
  if (answer === undefined) return { block: { type: 'text', text: JSON.stringify(data) } };
  return { answer: { ...answer, ...(typeof data.call === 'string' ? { call: data.call } : {}) } };
}
