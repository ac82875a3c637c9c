import * as z from 'zod';
import { free, told, waits } from './free.js';
import { mapOf } from './map-of.js';
import { merges } from './merge-way.js';
import { context, count, effort, freeMap, hooks, limits, nonEmpty, permissions, rules, text, thinking } from './parts.js';
import { sandbox } from './sandbox.js';

const TEXT = 'A text to the model. Variables, secrets and files outside of the project wait.';
const file = mapOf(() => ({ file: told(TEXT, nonEmpty).describe('A file with the text.') }));
const instructions = z.union([text, file]);
const model = z
  .union([nonEmpty, z.array(nonEmpty).min(1)])
  .describe(
    'An alias of models, provider/id, or a list of these, of which the first usable one counts. Absent: the first usable one of models.',
  );
const tools = z.array(nonEmpty);

const PARAM = 'Describes a value that the caller gives.';
const param = mapOf(() => ({
  type: free(PARAM, z.enum(['string', 'number', 'integer', 'boolean']))
    .describe('The type of the value. Default string.')
    .optional(),
  description: free(PARAM, text).describe('A note for people who read the file.').optional(),
  default: told('A value of the text to the model.', z.union([z.string(), z.number(), z.boolean()]))
    .describe('The value where the caller gives none.')
    .optional(),
  required: free(PARAM, z.boolean())
    .describe('true: a run without a value is an error. Default false: an empty text.')
    .optional(),
}));

const subagent = mapOf(() => ({
  grants: waits('Lets calls run unasked.', rules)
    .describe(
      'Allow rules for it when this agent starts it. They answer ask rules of the project, but none of the settings and no deny rule.',
    )
    .optional(),
}));

/** The keys that are valid both for an agent and in `defaults`, and that the plan of an agent has as they are written. */
const sharedKeys = {
  mcpServers: free('Chooses among the servers there are.', z.array(nonEmpty))
    .describe('Keys of the MCP servers that it uses. Absent: all of them.')
    .optional(),
};

/** The keys that are valid both for an agent and in `defaults`. */
const shared = {
  ...sharedKeys,
  model: told('A name of a model. Its provider is decided by itself.', model).optional(),
  tools: free('Chooses among the tools there are; rules decide about each call.', tools)
    .describe('Names and patterns of the tools that the model sees. Absent: none.')
    .optional(),
  disallowedTools: free('Takes tools away.', tools).describe('Names and patterns that are removed from tools.').optional(),
  limits: free('Its keys are decided one by one.', limits)
    .describe('Bounds of the work on one prompt; usd is for the whole session.')
    .optional(),
  concurrency: free('Calls side by side, each decided by itself.', count.max(100))
    .describe('The most tool calls that run at once. Default 10.')
    .optional(),
  context: free('Its keys are decided one by one.', context).describe('How a long conversation is shortened.').optional(),
  effort: told('An option of the request.', effort).optional(),
  thinking: told('An option of the request.', thinking).optional(),
};

const allInstructions = told(TEXT, z.union([text, file, z.array(instructions)]));

export const defaults = mapOf(() => ({
  instructions: merges('texts', allInstructions).describe("Put before every agent's own instructions.").optional(),
  ...shared,
}));

/** The keys that the plan of an agent has as they are written. `npm run fix` writes their types to the contract. */
export const agentKeys = mapOf(() => ({
  description: told('A text to the models of other agents.', text)
    .describe('The purpose of the agent, as other agents read it.')
    .optional(),
  prompt: told('A text to the model, as the instructions.', text).describe('The prompt of a run that names none.').optional(),
  ...sharedKeys,
  background: free('Decides when its answer is awaited.', z.boolean())
    .describe('If another agent starts it, it runs in the background, unless that agent says otherwise.')
    .optional(),
  isolation: free('It works in a git worktree of its own.', z.literal('worktree'))
    .describe('If another agent starts it, it works in a git worktree of its own.')
    .optional(),
}));

export const agent = merges(
  'apart',
  mapOf(() => ({
    extends: free('Other agents of the file, whose keys are decided one by one.', z.union([nonEmpty, z.array(nonEmpty)]))
      .describe('Agents of this file and preset:<name> that this agent builds on, from left to right.')
      .optional(),
    ...agentKeys.shape,
    instructions: allInstructions.describe('Text, { file }, or a list of both.').optional(),
    params: free('Its keys are decided one by one.', z.record(free(PARAM, z.string()), free(PARAM, param)))
      .describe('By name: a value that fills in ${param:name}, given with --param name=value.')
      .optional(),
    ...shared,
    permissions: free(
      'Its keys are decided one by one.',
      merges('stays', permissions.omit({ additionalDirectories: true, approvals: true })),
    )
      .describe('Rules for its calls, beside those of the file.')
      .optional(),
    sandbox: sandbox.optional(),
    hooks: free('Its events are decided one by one.', hooks).describe('Its hooks, beside those of the file.').optional(),
    skills: free('Names of skills, which are decided by themselves.', z.array(nonEmpty))
      .describe('Skills whose text it has from the start.')
      .optional(),
    subagents: free(
      'Chooses among the agents there are.',
      z.record(told('A name of an agent.', z.string()), free('Its keys are decided one by one.', subagent)),
    )
      .describe(
        'The agents that it may start: of this configuration, or general-purpose, Explore and Plan. Each has the tools of its own list. Absent: all of them, without the tools that this agent does not see.',
      )
      .optional(),
    output: free(
      'Its keys are decided one by one.',
      mapOf(() => ({
        schema: told('A field of the request.', freeMap).describe('JSON Schema of the answer.'),
        retries: free('Answers that the model is asked for again.', z.int().min(0).max(10))
          .describe('How often the model is asked again after an answer of another shape. Default 2.')
          .optional(),
      })),
    )
      .describe('The answer is JSON of this shape.')
      .optional(),
  })),
);
