import type { JsonSchema } from '@loadout/core';
import { PERMISSION_MODES } from '@loadout/core/run';
import * as z from 'zod';
import { expectation, expectedCall, files, nonEmpty, refused, textMatch } from '../runs/run-expectations.js';

const text = z.string();
const count = z.int().min(1);
const freeMap = z.record(z.string(), z.unknown());

const turns = z.array(freeMap).min(1);
const script = z
  .union([nonEmpty, turns])
  .describe('The answers of the model: turns, or a file with turns, relative to this file.');
const normalise = z.array(
  z
    .strictObject({
      text: nonEmpty.describe('The text itself.').optional(),
      pattern: nonEmpty.describe('A regular expression.').optional(),
      as: text.describe('The text in its place, in the cassette and in a comparison.'),
    })
    .describe('A text or a regular expression that differs from run to run.'),
);
const model = z
  .strictObject({
    script: script.optional(),
    agents: z
      .record(z.string(), script)
      .describe('Scripts by subagent, and by purpose for other requests: summary, small, sampling.')
      .optional(),
    cassette: nonEmpty.describe('A recorded conversation, relative to this file.').optional(),
    normalise: normalise
      .describe('Texts that differ from run to run, beside folders, ids, dates and times, which are known.')
      .optional(),
    unused: z
      .enum(['fail', 'ignore'])
      .describe('ignore: turns of a script that nobody asks for are not a failure. Default fail.')
      .optional(),
  })
  .refine(
    ({ script, agents, cassette }) => (script === undefined && agents === undefined) !== (cassette === undefined),
    refused('must have either a script or a cassette', 'Write script: with the answers, or cassette: with a file.'),
  );

const output = z.unknown();
const toolCase = z.strictObject({
  input: freeMap.describe('The input of the call. Keys that are not named may have any value.'),
  output: output.describe('The result of such a call.').optional(),
  error: nonEmpty.describe('Such a call fails with this text.').optional(),
});
const otherwise = z.enum(['live', 'error', 'deny']);
const toolPlan = z.union([
  z.enum(['live', 'deny', 'replay']),
  z.strictObject({
    output: output.describe('The result of every call, or of each that fits no case.').optional(),
    error: nonEmpty.describe('Every call, or each that fits no case, fails with this text.').optional(),
    cases: z.array(toolCase).min(1).describe('Results by input: the first case that fits a call.').optional(),
    replay: z.literal(true).describe('true: calls return the recorded results of the cassette.').optional(),
    otherwise: otherwise.describe('What happens to a call that fits no case, if no other key says it. Default error.').optional(),
  }),
]);

const answer = z.union([z.enum(['allow', 'deny']), z.strictObject({ deny: nonEmpty.describe('The message to the model.') })]);
const hooks = z.union([
  z.enum(['keep', 'off']),
  z.strictObject({
    only: z.array(nonEmpty).min(1).describe('The hooks that run, by name, event, or the command, file or address that they run.'),
  }),
]);

const permissionRow = z.strictObject({
  agent: nonEmpty.describe('The agent that makes the call. Default: the only agent.').optional(),
  via: nonEmpty.describe('The agent that starts this agent.').optional(),
  call: z.union([nonEmpty, z.record(z.string(), z.unknown())]).describe('Bash(git push), or { Edit: { file_path: a.md, … } }.'),
  is: z.enum(['allow', 'ask', 'deny']).describe('The expected decision.'),
  by: nonEmpty
    .describe('What decides: a rule by its path or its text, mode, or tools for a tool that the agent does not have.')
    .optional(),
  reason: textMatch.optional(),
  mode: z.enum(PERMISSION_MODES).describe('The permission mode. Default: that of the agent.').optional(),
});

const votes = count.max(15).describe('How often the judge is asked, an odd number. Default 1.').optional();
const ofJudge = {
  model: nonEmpty.describe('An alias of models, or provider/id.'),
  rubric: nonEmpty.describe('What a good answer is, in words.'),
};
const judge = z.strictObject({
  ...ofJudge,
  votes,
});

const cases = z.union([
  z.array(freeMap).min(1),
  nonEmpty,
  z.strictObject({
    file: nonEmpty.describe('A file relative to this file: lines of JSON, or CSV with names in its first line.'),
    id: nonEmpty.describe('The field that names a case. Default id; without it, a case is named by its content.').optional(),
    sample: count.describe('The number of cases to run, which are chosen by their ids. Absent: all.').optional(),
    seed: z.int().describe('Another seed chooses other cases. Default 1.').optional(),
  }),
]);

const params = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .describe('Values of the params of the agent.');
const variant = z.strictObject({
  model: z.union([nonEmpty, model]).describe('An alias of models, provider/id, or a map as model of a test.').optional(),
  agent: nonEmpty.describe('Another agent.').optional(),
  profile: nonEmpty.describe('Another profile.').optional(),
  params: params.optional(),
  prompt: z
    .union([nonEmpty, z.array(nonEmpty).min(1)])
    .describe('Another prompt, or several.')
    .optional(),
  instructions: z
    .union([nonEmpty, z.strictObject({ file: nonEmpty.describe('A file with the text.') })])
    .describe('Other instructions.')
    .optional(),
});

const SCORES = ['text', 'like', 'json', 'f1', 'order', 'files', 'judge', 'use'] as const;
const ways = SCORES.join(', ');
const score = z
  .strictObject({
    text: textMatch.optional(),
    like: text
      .describe('The likeness of the last message to this text, letter by letter, within the first 5000 characters.')
      .optional(),
    json: z
      .unknown()
      .describe(
        'The share of values that the output and this have in common. A value that only one of them has counts against it.',
      )
      .optional(),
    f1: z
      .array(z.union([nonEmpty, expectedCall]))
      .min(1)
      .describe('How well the calls are these, in any order: a call too many counts as much as a missing one.')
      .optional(),
    order: z
      .array(z.union([nonEmpty, expectedCall]))
      .min(1)
      .describe('How well the calls are in this order.')
      .optional(),
    files: files.optional(),
    judge: z
      .strictObject({
        ...ofJudge,
        votes,
        against: nonEmpty.describe('Another answer. The judge compares it with that of the run, in both orders.').optional(),
        labels: nonEmpty
          .describe(
            'A file with lines { prompt, text, pass } of a person, with whom the judge is compared. Relative to this file.',
          )
          .optional(),
      })
      .describe('The share of the votes of a model for the run.')
      .optional(),
    use: nonEmpty
      .describe('path#export or package#export: a function that returns a number from 0 to 1, true or false, or { score }.')
      .optional(),
    expected: z.unknown().describe('With use: given to the function.').optional(),
    seconds: z.number().positive().max(3600).describe('With use: how long the function may take. Default 60.').optional(),
  })
  .refine(
    (value) => SCORES.filter((key) => value[key] !== undefined).length === 1,
    refused(`must have one of ${ways}`, 'Write one way to score, such as text: 42.'),
  );
const share = z.number().min(0).max(1);

/** The keys that make a test an eval. */
const ofEval = () => ({
  cases: cases.describe('The test runs for each case, with ${case:name} filled in, in loadout eval.').optional(),
  variants: z.record(nonEmpty, variant).describe('By name: what loadout eval runs and compares with the first one.').optional(),
  score: z.record(nonEmpty, score).describe('Numbers from 0 to 1, measured in loadout eval.').optional(),
});

/** One test of an agent, before its rows are filled in. */
export const testEntry = z.strictObject({
  name: nonEmpty.describe('Shown in the report. Each test has its own.'),
  tags: z.array(nonEmpty).describe('Words by which --tag chooses tests.').optional(),
  only: z.literal(true).describe('true: of all tests, only those with this key run. Refused in CI.').optional(),
  skip: nonEmpty.describe('The test does not run, for this reason.').optional(),
  each: z.array(freeMap).min(1).describe('Rows. The test runs once for each, with ${each:name} filled in.').optional(),
  agent: nonEmpty.describe('The agent that runs. Default: the only agent.').optional(),
  prompt: z
    .union([nonEmpty, z.array(nonEmpty).min(1)])
    .describe("The prompt, or the prompts of one conversation. Default: the agent's own prompt.")
    .optional(),
  profile: nonEmpty.describe('The profile of the configuration. Default: that of the command, with --profile.').optional(),
  params: params.optional(),
  env: z.record(z.string(), text).describe('Environment variables of the run, over those of the command.').optional(),
  workspace: z
    .strictObject({
      files: z.record(z.string(), text).describe('Contents by path.').optional(),
      dir: nonEmpty.describe('A folder that is copied, relative to this file and without .git.').optional(),
      git: z.literal(true).describe('true: the folder is a git repository, and its files are committed.').optional(),
    })
    .describe('A temporary folder of the test. Absent: an empty one.')
    .optional(),
  model: model
    .describe(
      'The answers of the model: a script or a cassette. Only a test with live, permissions or the keys of an eval goes without.',
    )
    .optional(),
  tools: z
    .record(z.string(), toolPlan)
    .describe('What calls return, by name or pattern of the tool. Default live: the tool itself.')
    .optional(),
  answers: z
    .record(z.string(), answer)
    .describe(
      'The answers to questions about calls, by rule: the first that fits counts, and other calls are denied. Absent: nobody is there to answer.',
    )
    .optional(),
  questions: z
    .record(z.string(), text)
    .describe("Answers to the agent's own questions, by their text or a pattern with *.")
    .optional(),
  hooks: hooks.describe('keep: as configured, the default. off: none but those of plugins.').optional(),
  kill: z
    .strictObject({
      at: z
        .union([z.literal('every-step'), z.array(count).min(1)])
        .describe('Numbers of records, counted from 1, or every-step.'),
    })
    .describe('The run is killed after these records of its session and resumed, and must end the same.')
    .optional(),
  expect: expectation.describe('What must hold after the run.').optional(),
  permissions: z.array(permissionRow).min(1).describe('Expected decisions about calls. No agent runs.').optional(),
  live: z.literal(true).describe('true: the test asks the real model, and runs only with --live.').optional(),
  repeat: count.max(1000).describe('The number of runs of a live test, or for each case of an eval. Default 1.').optional(),
  pass: z
    .strictObject({
      k: count.describe('The number of runs that must all pass, at most repeat. Default 1.').optional(),
      at: share.describe('The least chance that they do. Absent: every run of a live test must pass.').optional(),
      score: z.record(z.string(), share).describe('The least mean of a score, in loadout eval.').optional(),
    })
    .describe('pass^k: the chance that k runs all pass must reach this.')
    .optional(),
  ...ofEval(),
  judge: judge.describe('A model that judges each run of a live test or an eval by a rubric.').optional(),
  budget: z
    .strictObject({ usd: z.number().positive().describe('US dollars.') })
    .describe('What all runs of a live test or an eval may cost together.')
    .optional(),
});

/** The document of a file of tests, and of a configuration as far as it holds tests. */
export const testsDocument = z.strictObject({ tests: z.array(testEntry).min(1) });

export type TestSpec = z.output<typeof testEntry>;
export type TestExpectation = z.output<typeof expectation>;
export type PermissionRow = z.output<typeof permissionRow>;

/** Returns the JSON Schema of one test as it is written, for editors. `x-…` keys are allowed everywhere. */
export const testSchema = (): JsonSchema =>
  z.toJSONSchema(testEntry, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.$schema;
      if (jsonSchema.additionalProperties !== undefined) jsonSchema.patternProperties = { '^x-': {} };
    },
  });
