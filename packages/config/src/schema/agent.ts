import * as z from 'zod';
import { context, count, effort, freeMap, hooks, limits, nonEmpty, permissions, rules, text, thinking } from './parts.js';
import { sandbox } from './sandbox.js';

const instructions = z.union([text, z.strictObject({ file: nonEmpty })]);
const model = z
  .union([nonEmpty, z.array(nonEmpty).min(1)])
  .describe('An alias of models, provider/id, or a list of these: the first usable one.');
const tools = z.array(nonEmpty);

const param = z.strictObject({
  type: z.enum(['string', 'number', 'integer', 'boolean']).optional(),
  description: text.optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  required: z.boolean().optional(),
});

const subagent = z.strictObject({
  grants: rules
    .describe('Allow rules for it, started by this agent. They answer ask rules of the project, never a deny rule.')
    .optional(),
});

/** The keys that are valid both for an agent and in `defaults`. */
const shared = {
  model: model.optional(),
  tools: tools.describe('Names and patterns of the tools that the model sees. Absent: none.').optional(),
  disallowedTools: tools.describe('Taken away from tools.').optional(),
  mcpServers: z.array(nonEmpty).describe('Keys of the MCP servers that it uses. Absent: all of them.').optional(),
  limits: limits.optional(),
  concurrency: count.max(100).describe('Tool calls at once. Default 10.').optional(),
  context: context.describe('What is done when the conversation grows.').optional(),
  effort: effort.optional(),
  thinking: thinking.optional(),
};

const allInstructions = z.union([text, z.strictObject({ file: nonEmpty }), z.array(instructions)]);

export const defaults = z.strictObject({
  instructions: allInstructions.describe("Put before every agent's own instructions.").optional(),
  ...shared,
});

export const agent = z.strictObject({
  extends: z
    .union([nonEmpty, z.array(nonEmpty)])
    .describe('Agents of this file and preset:<name>, from left to right, which this agent is put on.')
    .optional(),
  description: text.optional(),
  instructions: allInstructions.describe('Text, { file }, or a list of both.').optional(),
  prompt: text.describe('What it is asked when the run names no prompt.').optional(),
  params: z.record(z.string(), param).describe('Values for ${param:name}, given with --param name=value.').optional(),
  ...shared,
  permissions: permissions.omit({ additionalDirectories: true, approvals: true }).optional(),
  sandbox: sandbox.optional(),
  hooks: hooks.optional(),
  skills: z.array(nonEmpty).describe('Skills whose text it has from the start.').optional(),
  subagents: z
    .record(z.string(), subagent)
    .describe(
      'The agents that it may start: of this configuration, or general-purpose, Explore and Plan. Each has the tools of its own list. Absent: all of them, none with a tool that this agent does not see.',
    )
    .optional(),
  background: z.boolean().describe('Started by another agent, it runs in the background unless that says otherwise.').optional(),
  isolation: z.literal('worktree').describe('Started by another agent, it works in a git worktree of its own.').optional(),
  output: z
    .strictObject({ schema: freeMap.describe('JSON Schema of the answer.'), retries: z.int().min(0).max(10).optional() })
    .describe('The answer is JSON of this shape.')
    .optional(),
});
