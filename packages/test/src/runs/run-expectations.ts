import * as z from 'zod';
import { callState, type DeepReadonly, runEnd } from './recorded-run.js';

const text = z.string();
export const nonEmpty = z.string().min(1);
const freeMap = z.record(z.string(), z.unknown());

/** A problem in our own words, for rules that no schema keyword can express. */
export const refused = (problem: string, fix: string) => ({ message: problem, params: { fix } });

const some = (item: z.ZodType<string>) => z.union([item, z.array(item).min(1)]);

export const textMatch = z
  .union([
    nonEmpty,
    z.strictObject({
      equals: text.describe('The whole text.').optional(),
      contains: some(nonEmpty).describe('Texts that must occur.').optional(),
      matches: some(nonEmpty).describe('Regular expressions.').optional(),
      lacks: some(nonEmpty).describe('Texts that must not occur.').optional(),
    }),
  ])
  .describe('A text that must occur, or equals, contains, matches and lacks.');

const number = z.number().min(0);
const numberMatch = z
  .union([
    number,
    z.strictObject({
      eq: number.describe('Equal to.').optional(),
      lt: number.describe('Less than.').optional(),
      lte: number.describe('At most.').optional(),
      gt: number.describe('More than.').optional(),
      gte: number.describe('At least.').optional(),
    }),
  ])
  .describe('The number itself, or bounds: { lte: 3 }.');

const inputs = z
  .enum(['subset', 'exact', 'ignore'])
  .describe('How inputs are compared. Default subset: keys that are not named may have any value.');

/** One expected call: `{ Edit: { file_path: a.md }, state: denied, by: permissions.deny.0 }`. */
export const expectedCall = z
  .looseObject({
    state: z
      .union([callState, z.array(callState).min(1)])
      .describe('How the call ended. none: there is no such call.')
      .optional(),
    by: nonEmpty
      .describe('What decided: a rule by its path (permissions.deny.0) or its text, mode, hook, hook:name, person or nobody.')
      .optional(),
    agent: nonEmpty.describe('The agent that made the call. Default: any agent.').optional(),
    inputs: inputs.optional(),
    result: textMatch.describe('The text that the model gets.').optional(),
  })
  .describe('One tool with its input, such as { Read: { file_path: a.md } }, and state, by, agent, inputs or result.');

/**
 * `in-order`: in this order, further calls allowed · `strict`: these calls and no others, in this order · `any-order`: these calls and no
 * others · `superset`: these calls and any others, in any order · `subset`: no calls but these, each at most as often as it is listed.
 */
const matchMode = z.enum(['in-order', 'strict', 'any-order', 'subset', 'superset']);

const calls = z.union([
  z.array(z.union([nonEmpty, expectedCall])),
  z.strictObject({
    match: matchMode.describe('Default in-order: in this order, further calls allowed.').optional(),
    inputs: inputs.optional(),
    list: z
      .array(z.union([nonEmpty, expectedCall]))
      .describe('The calls.')
      .optional(),
    never: z
      .array(nonEmpty)
      .describe('Rules, as in permissions. No call that one of them matches may run. A denied call did not run.')
      .optional(),
    min: z.int().min(0).describe('The least number of calls of the run.').optional(),
    max: z.int().min(0).describe('The greatest number of calls of the run.').optional(),
  }),
]);

const fileState = z.enum(['unchanged', 'changed', 'created', 'deleted', 'exists', 'absent']);

export const files = z
  .record(z.string(), z.union([fileState, textMatch.options[1]]))
  .describe('By path in the workspace: a state, or its content.');

export const expectation = z
  .strictObject({
    outcome: z
      .union([runEnd, z.array(runEnd).min(1)])
      .describe('How the run ends, or one of several ends.')
      .optional(),
    error: nonEmpty.describe('The code of the error that ended the run.').optional(),
    calls: calls.describe('The tool calls of the run.').optional(),
    files: files.optional(),
    changed: z.array(nonEmpty).describe('Patterns of all files that may be changed, created or deleted. []: none.').optional(),
    text: textMatch.describe("The text of the agent's last message.").optional(),
    output: z.unknown().describe('The structured output. Keys that are not named may have any value.').optional(),
    usage: z
      .strictObject({
        turns: numberMatch.optional(),
        toolCalls: numberMatch.optional(),
        inputTokens: numberMatch.optional(),
        outputTokens: numberMatch.optional(),
        usd: numberMatch.optional(),
      })
      .describe('Numbers of the whole run.')
      .optional(),
    events: z
      .array(freeMap)
      .describe('Events of stream-json that must occur, in this order. Only the named keys count.')
      .optional(),
    noEvents: z.array(freeMap).describe('Events that must not occur.').optional(),
  })
  .refine((value) => Object.keys(value).length > 0, refused('expects nothing', 'Add an expectation, such as outcome: done.'));

/** Expectations of one run. An absent field is not compared. The same words stand in the `expect` of a test in YAML. */
export type RunExpectations = DeepReadonly<z.output<typeof expectation>>;
export type TextMatch = DeepReadonly<z.output<typeof textMatch>>;
export type TextBounds = Exclude<TextMatch, string>;
export type NumberMatch = DeepReadonly<z.output<typeof numberMatch>>;
export type FileState = z.output<typeof fileState>;
export type MatchMode = z.output<typeof matchMode>;
export type InputMode = z.output<typeof inputs>;
/**
 * One expected call: exactly one key is the name or pattern of a tool, or a rule, and its value is the input. A text of the input
 * may be expected by bounds, such as `{ command: { matches: ^npm } }`, and a number too: neither can ever equal a map.
 */
export type ExpectedCall = DeepReadonly<z.output<typeof expectedCall>>;
export type ExpectedCalls = Exclude<NonNullable<RunExpectations['calls']>, readonly unknown[]>;

export const runFailure = z.strictObject({
  path: z.array(z.union([text, z.int()])).describe('The path of the expectation, such as calls, list, 0, state.'),
  of: z.literal('model').describe('The part of the test that path is below. Default: expect.').optional(),
  message: text.describe('One sentence: the value seen and the value expected.'),
  expected: text.optional(),
  actual: text.optional(),
  detail: z.array(text).describe('Lines that show more, such as expected and actual calls side by side.').optional(),
});

/** One expectation that does not hold. */
export type RunFailure = DeepReadonly<z.output<typeof runFailure>>;
