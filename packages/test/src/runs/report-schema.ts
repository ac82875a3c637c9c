import type { JsonSchema } from '@loadout/core';
import { CALL_STATES, RUN_ENDS } from './recorded-run.js';

type Node = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };
const number = { type: 'number', minimum: 0 };
const list = (items: Node): Node => ({ type: 'array', items });
const oneOf = (...values: readonly string[]): Node => ({ enum: values });
const orNull = (type: string): Node => ({ type: [type, 'null'] });

/** A map with these keys and no others. A key that ends with `?` may be absent. */
function shape(keys: Readonly<Record<string, Node>>): Node {
  const entries = Object.entries(keys).map(([key, node]) => [key.replace('?', ''), node] as const);
  const required = Object.keys(keys).filter((key) => !key.endsWith('?'));
  return { type: 'object', required, properties: Object.fromEntries(entries), additionalProperties: false };
}

const place = { file: text, line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } };

const failure = shape({
  path: list({ type: ['string', 'integer'] }),
  'of?': oneOf('model'),
  message: text,
  'expected?': text,
  'actual?': text,
  'detail?': list(text),
  ...place,
  'frame?': text,
  'code?': text,
  'fix?': text,
  'notices?': list(text),
});

const decider = shape({
  kind: oneOf('rule', 'mode', 'hook', 'person', 'nobody'),
  'rule?': text,
  'path?': text,
  'hook?': text,
  'place?': text,
});

const call = shape({
  id: text,
  tool: text,
  'input?': {},
  agent: text,
  state: oneOf(...CALL_STATES),
  'by?': decider,
  'reason?': text,
  result: text,
});

const file = shape({
  state: oneOf('unchanged', 'changed', 'created', 'deleted'),
  'text?': text,
  'noText?': oneOf('deleted', 'too long', 'not text', 'a folder', 'a link'),
});

const run = shape({
  outcome: oneOf(...RUN_ENDS),
  'error?': shape({ code: text, message: text, 'fix?': text, 'values?': { type: 'object' } }),
  text,
  'output?': {},
  usage: shape({ turns: whole, toolCalls: whole, inputTokens: whole, outputTokens: whole, usd: orNull('number') }),
  calls: list(call),
  events: list({ type: 'object', required: ['type'] }),
  'files?': { type: 'object', additionalProperties: file },
  'unused?': list(shape({ script: text, turn: whole, turns: whole })),
});

const judgement = shape({
  run: { type: 'integer', minimum: 1 },
  passed: { type: 'boolean' },
  votes: list(shape({ verdict: oneOf('pass', 'fail', 'none'), reason: text })),
  usd: orNull('number'),
});

const repeats = shape({
  runs: whole,
  passed: whole,
  k: whole,
  passAll: number,
  passAny: number,
  usd: orNull('number'),
  'judgements?': list(judgement),
});

const test = shape({
  name: text,
  ...place,
  kind: oneOf('script', 'cassette', 'permissions', 'live'),
  tags: list(text),
  status: oneOf('passed', 'failed', 'skipped'),
  'skipped?': text,
  durationMs: number,
  start: number,
  failures: list(failure),
  'run?': run,
  'profile?': text,
  'agent?': text,
  'decisions?': list(shape({ agent: text, tool: text, 'rule?': text })),
  'repeats?': repeats,
  'again?': text,
});

const covered = shape({
  kind: oneOf('rule', 'hook', 'agent', 'tool', 'skill', 'server', 'branch', 'profile'),
  path: text,
  name: text,
  'place?': shape(place),
  tests: list(text),
});

/** The JSON Schema of a `TestReport`, which `loadout test --reporter json` prints. */
export const testReportSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The report of loadout test',
  ...shape({
    tool: shape({ name: { const: 'loadout' }, version: text }),
    start: number,
    stop: number,
    root: text,
    tests: list(test),
    'coverage?': shape({ parts: list(covered) }),
  }),
};
