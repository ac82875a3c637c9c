import { isObject } from '@loadout/core';
import type { SessionRecord } from '@loadout/sessions';

type Fields = Readonly<Record<string, unknown>>;
/** Returns what is wrong with a value; `undefined` if nothing is. */
type Check = (value: unknown, name: string) => string | undefined;

const text: Check = (value, name) => (typeof value === 'string' ? undefined : `${name} is not text`);
const filled: Check = (value, name) =>
  typeof value === 'string' && value !== '' ? undefined : `${name} is not text with content`;
const flag: Check = (value, name) => (typeof value === 'boolean' ? undefined : `${name} is neither true nor false`);
const number: Check = (value, name) => (typeof value === 'number' ? undefined : `${name} is not a number`);
const map: Check = (value, name) => (isObject(value) ? undefined : `${name} is not an object`);
const optional =
  (check: Check): Check =>
  (value, name) =>
    value === undefined || value === null ? undefined : check(value, name);
const listOf =
  (check: Check): Check =>
  (value, name) =>
    Array.isArray(value)
      ? firstProblem(value.map((item, index) => () => check(item, `${name}[${index}]`)))
      : `${name} is not a list`;
const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, name) =>
    isObject(value)
      ? firstProblem(
          Object.entries(checks).map(
            ([key, check]) =>
              () =>
                check(value[key], name === '' ? key : `${name}.${key}`),
          ),
        )
      : `${name} is not an object`;

const usage = optional(map);
const texts = listOf(filled);

/** The blocks that Loadout itself reads. Any other block belongs to the provider and needs only a type. */
const BLOCKS: Readonly<Record<string, Check>> = {
  text: fields({ text }),
  tool_use: fields({ id: filled, name: filled, input: map }),
  tool_result: (value, name) =>
    fields({ tool_use_id: filled, is_error: optional(flag) })(value, name) ??
    resultContent((value as Fields).content, `${name}.content`),
  thinking: fields({ thinking: text }),
};

function resultContent(value: unknown, name: string): string | undefined {
  return value === undefined || typeof value === 'string' ? undefined : blocks(value, name);
}

function block(value: unknown, name: string): string | undefined {
  if (!isObject(value) || typeof value.type !== 'string' || !/^[a-z][a-z0-9_]*$/.test(value.type))
    return `${name} is not a block of a message`;
  return Object.hasOwn(BLOCKS, value.type) ? BLOCKS[value.type]?.(value, name) : undefined;
}

const blocks = listOf(block);

const message: Check = (value, name) =>
  fields({ content: blocks, origin: optional(fields({ provider: text, api: text, model: text })) })(value, name) ??
  (['user', 'assistant'].includes((value as Fields).role as string)
    ? undefined
    : `${name}.role is ${JSON.stringify((value as Fields).role)}, and only user and assistant speak`);

const prompt: Check = (value, name) => (typeof value === 'string' ? undefined : blocks(value, name));

const RECORDS: Readonly<Record<SessionRecord['t'], Check>> = {
  session: fields({ id: filled, agent: text, cwd: text, startedAt: text, environment: text, artifactDir: text }),
  asked: fields({ uuid: filled, prompt }),
  message: fields({ message, uuid: optional(text), usage }),
  run: fields({ model: map, mode: text, rules: listOf(map) }),
  started: fields({ id: filled, name: text, repeatable: flag }),
  skill: fields({ name: filled }),
  deferred: fields({ id: filled }),
  hook: fields({ id: filled, event: text, name: text, outcome: text }),
  ended: fields({ id: filled, outcome: text, block: BLOCKS.tool_result ?? map, also: optional(texts) }),
  results: fields({ ids: texts, uuid: optional(text) }),
  cut: fields({ uuid: filled }),
  compact: fields({ messages: listOf(message) }),
  cwd: fields({ cwd: text }),
  name: fields({ name: filled }),
  surroundings: fields({ text }),
  permissions: fields({ updates: listOf(map) }),
  spent: fields({ purpose: text, usd: optional(number) }),
  end: fields({ result: map }),
};

/** Returns why a value is not a record of a session. A record kind of a newer version is accepted unchecked. */
export function recordProblem(value: unknown): string | undefined {
  if (!isObject(value) || typeof value.t !== 'string') return 'it is not a record of a session';
  return Object.hasOwn(RECORDS, value.t) ? RECORDS[value.t as SessionRecord['t']](value, '') : undefined;
}

function firstProblem(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}
