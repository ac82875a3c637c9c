import { isObject, messageOf } from '@loadout/core';
import { errors } from './wire-errors.js';

export type HostLine = Readonly<Record<string, unknown>>;

const SHOWN = 200;

/**
 * Reads one line of the program. As in the reference, a JSON value that is not an object is ignored. Text that is not JSON,
 * `null`, and a prompt whose role is not `user` end the engine. Throws ENGINE_INPUT. Source: CTRL-01.
 */
export function readMessage(text: string): HostLine | undefined {
  if (text.trim() === '') return undefined;
  const value = parsed(text);
  if (value === null) throw errors.ENGINE_INPUT({ line: text, problem: 'null is not a message' });
  if (!isObject(value)) return undefined;
  if (value.type === 'user') checkUser(value, text);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const problem = messageOf(cause);
    throw errors.ENGINE_INPUT({ line: text.slice(0, SHOWN), problem }, { cause });
  }
}

function checkUser({ message }: HostLine, text: string): void {
  const { role, content } = isObject(message) ? message : {};
  const line = text.slice(0, SHOWN);
  if (role !== 'user') throw errors.ENGINE_INPUT({ line, problem: `Expected message role "user", got ${JSON.stringify(role)}` });
  if (typeof content !== 'string' && !Array.isArray(content))
    throw errors.ENGINE_INPUT({ line, problem: 'Expected message content to be a string or a list of blocks' });
}
