import * as z from 'zod';

const text = z.string();
const whole = z.int().min(0);

export const runEnd = z.enum([
  'done',
  'error',
  'limit',
  'denied',
  'blocked',
  'stopped',
  'deferred',
  'schema',
  'model',
  'interrupted',
]);
/** The end of a run. `denied`: the run ended well, but every call that would have changed something was denied. */
export type RunEnd = z.output<typeof runEnd>;

export const callState = z.enum(['done', 'failed', 'denied', 'refused', 'interrupted', 'deferred', 'none']);
/** The end of a call. `none`: the run ended before the call did. */
export type CallState = z.output<typeof callState>;

const decider = z.strictObject({
  kind: z.enum(['rule', 'mode', 'hook', 'person', 'nobody']),
  rule: text.describe('The rule as it is written. With a person: the ask rule that made the question.').optional(),
  path: text.describe('The path of the rule in the configuration, such as permissions.deny.0.').optional(),
  hook: text.describe('The name of the hook.').optional(),
  place: text.describe('The file, line and column of the rule.').optional(),
});

const call = z.strictObject({
  id: text,
  tool: text,
  input: z.unknown().describe('The input as the model wrote it, or as a hook changed it.').optional(),
  agent: text.describe('The names of the agents from the outermost to the one that made the call, joined by a slash.'),
  state: callState,
  by: decider.describe('The rule, mode, hook or person that decided. Absent: the call ended before a decision.').optional(),
  reason: text.describe('The reason of the decision in one sentence.').optional(),
  result: text.describe('The text that the model got.'),
});

const file = z.strictObject({
  state: z.enum(['unchanged', 'changed', 'created', 'deleted']),
  text: text.describe('The text after the run. Absent: deleted, longer than 1,000,000 characters, or no text.').optional(),
  noText: z
    .enum(['deleted', 'too long', 'not text', 'a folder', 'a link'])
    .describe('The reason for which text is absent.')
    .optional(),
});

const unusedTurn = z.strictObject({
  script: text.describe('The name of the script: the agent it answers, or its file.'),
  turn: whole.describe('The number of the first unused turn, counted from 1.'),
  turns: whole.describe('The number of all turns.'),
});

const usage = z.strictObject({
  turns: whole,
  toolCalls: whole,
  inputTokens: whole,
  outputTokens: whole,
  usd: z.number().nullable().describe('US dollars; null if the price of a used model is unknown.'),
});

export const recordedRun = z.strictObject({
  outcome: runEnd,
  error: z
    .strictObject({ code: text, message: text, fix: text.optional(), values: z.record(text, z.unknown()).optional() })
    .optional(),
  text: text.describe("The text of the agent's last message."),
  output: z.unknown().optional(),
  usage,
  calls: z.array(call).describe('All calls in the order in which the model made them, those of subagents included.'),
  events: z.array(z.record(text, z.unknown()).meta({ required: ['type'] })).describe('The events of stream-json, in order.'),
  files: z.record(text, file).describe('Files of the workspace by path. Absent: the workspace was not compared.').optional(),
  unused: z.array(unusedTurn).describe('Turns of scripts that no request asked for.').optional(),
});

/** A finished run as expectations read it. JSON-safe, so that it crosses processes and is kept in reports. */
export type RecordedRun = DeepReadonly<z.output<typeof recordedRun>>;
export type RecordedUsage = RecordedRun['usage'];
export type RecordedCall = RecordedRun['calls'][number];
export type Decider = NonNullable<RecordedCall['by']>;
export type RecordedFile = NonNullable<RecordedRun['files']>[string];
export type UnusedTurn = NonNullable<RecordedRun['unused']>[number];

/** A value that nobody changes, as deep as it goes. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;
