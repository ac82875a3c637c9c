import * as z from 'zod';
import { COMPAT_KINDS } from '../compat/kinds.js';
import { agent, defaults } from './agent.js';
import { capabilities, count, effort, freeMap, hooks, nonEmpty, permissions, refused, text, thinking } from './parts.js';
import { refinements } from './refinements.js';
import { sandbox } from './sandbox.js';
import { skillEntry, skills } from './skills.js';
import { testEntry } from './tests.js';

const pluginEntry = z.strictObject({
  use: nonEmpty.describe('A package, with a version range after @ if one is needed, or a path that starts with ./'),
  options: freeMap.optional(),
  optional: z.boolean().describe('Go on without it when it is not installed.').optional(),
  overrides: z.record(z.string(), nonEmpty).describe("Bare tool name -> this plugin's tool that takes it.").optional(),
});

const providerEntry = z.strictObject({ use: nonEmpty, options: freeMap.optional() });

const ONE_SOURCE = refused(
  'must name its source as one of env, file and command',
  'Write { env: NAME }, { file: path } or { command: [program, argument] }.',
);
const secret = z
  .strictObject({
    env: nonEmpty.describe('Name of the environment variable.').optional(),
    file: nonEmpty.describe('A file that holds nothing else.').optional(),
    command: z
      .array(nonEmpty)
      .min(1)
      .describe('A program and its arguments, run when the secret is used. Its output is the value.')
      .optional(),
    required: z.boolean().describe('false: an empty value when there is none.').optional(),
  })
  .refine(refinements.hasOneSource, ONE_SOURCE);

const cost = z.number().min(0);
const modelEntry = z.strictObject({
  provider: nonEmpty,
  id: nonEmpty.describe("The provider's own name for the model."),
  contextWindow: count.describe('Tokens that a conversation with it may have, its answer included.').optional(),
  maxOutputTokens: count.optional(),
  thinking: thinking.optional(),
  effort: effort.optional(),
  temperature: z.number().min(0).max(2).describe('0 to 2. Many models that think take none.').optional(),
  parallelCalls: z.boolean().describe('false: at most one tool call in an answer.').optional(),
  capabilities: capabilities.optional(),
  betas: z.array(nonEmpty).optional(),
  promptCache: z.enum(['5m', '1h', 'off']).optional(),
  extra: freeMap.describe('Sent to the provider as it is.').optional(),
  price: z
    .strictObject({
      input: cost,
      output: cost,
      cacheWrite: cost.optional(),
      cacheRead: cost.optional(),
      long: z.strictObject({ over: z.number().int().positive(), input: cost, output: cost }).optional(),
    })
    .describe('US dollars for a million tokens.')
    .optional(),
});

const named = <T extends z.ZodType>(value: T) => z.record(z.string(), value);
const budget = z.strictObject({
  usd: z.number().positive().describe('US dollars.'),
  per: z.enum(['day', 'month']).describe('A day or a month of the calendar, in UTC.'),
  agent: nonEmpty.describe('Count the requests of this agent and of those under it. *: each agent has its own.').optional(),
  user: nonEmpty.describe('Count the requests of this user (LOADOUT_USER). *: each user has its own.').optional(),
});
const budgets = named(budget)
  .describe('Money over time, by name, held across all processes on this machine. Every model needs a price.')
  .optional();
const sessions = z.strictObject({
  dir: nonEmpty.describe('Folder of the session files.').optional(),
  retention: z
    .union([z.number(), z.string()])
    .refine(refinements.isRetention, refused('must be days or hours, such as 30d or 12h', 'Write 30d. Without it sessions stay.'))
    .describe('Sessions of this workspace that nothing was written to for so long are removed. Absent: none.')
    .optional(),
  keepResults: z.boolean().describe('false: results that are too long are cut and not kept in files.').optional(),
  checkpoints: z
    .boolean()
    .describe('true: what files were before the tools changed them is kept, so that a session can be rewound.')
    .optional(),
});
const telemetry = z.strictObject({
  trace: z
    .union([z.boolean(), nonEmpty])
    .describe('Each run adds its events to <folder>/<session>/trace.jsonl, without secrets. true: in the folder of its session.')
    .optional(),
  otel: z
    .union([
      z.boolean(),
      z.strictObject({
        endpoint: nonEmpty
          .describe('Where OTLP is sent. Default: OTEL_EXPORTER_OTLP_ENDPOINT, else http://localhost:4318.')
          .optional(),
        headers: z.record(z.string(), text).optional(),
        service: nonEmpty.describe('Default: OTEL_SERVICE_NAME, else loadout.').optional(),
        content: z.enum(['none', 'full']).describe('full: prompts, answers, inputs and results too. Default none.').optional(),
        names: z
          .enum(['gen_ai', 'claude_code', 'both'])
          .describe("claude_code: the names of Claude Code's metrics, events and spans. Default gen_ai.")
          .optional(),
      }),
    ])
    .describe(
      'Traces, metrics and logs to OpenTelemetry, by the package @loadout/otel. false: off, whatever LOADOUT_TELEMETRY says.',
    )
    .optional(),
});
const mcpServer = freeMap.describe('command and args, or url; as in .mcp.json. Also start, timeout, tools: { allow, deny }.');
const smallModel = nonEmpty
  .describe('For work beside the conversation, such as reading a fetched page: an alias of models, or provider/id.')
  .optional();
const allowedHttpHookUrls = z
  .array(nonEmpty)
  .describe('Where hooks of type http may be sent, such as https://hooks.example.com/*. Layers only narrow it. Absent: anywhere.')
  .optional();
const secrets = named(secret).describe('The only place where secrets enter. Their values are hidden everywhere.').optional();

const kind = z.enum(COMPAT_KINDS);
const compat = z
  .union([z.boolean(), z.array(kind), z.partialRecord(kind, z.boolean())])
  .describe(
    "Files of other tools, read where they are: true for all kinds, a list of kinds, or a map. This file's word counts over theirs.",
  );

/** The keys that a profile may change. The profile inherits the values that it does not set. */
const profile = z.strictObject({
  plugins: named(z.union([nonEmpty, pluginEntry.partial(), z.null()])).optional(),
  secrets,
  providers: named(z.union([nonEmpty, providerEntry.partial(), z.null()])).optional(),
  models: named(z.union([modelEntry.partial(), z.null()])).optional(),
  smallModel,
  mcpServers: named(z.union([mcpServer, z.null()])).optional(),
  permissions: permissions.optional(),
  sandbox: sandbox.optional(),
  hooks: hooks.optional(),
  allowedHttpHookUrls,
  defaults: defaults.optional(),
  agents: named(z.union([agent, z.null()])).optional(),
  sessions: sessions.optional(),
  budgets: named(z.union([budget.partial(), z.null()])).optional(),
  telemetry: telemetry.optional(),
});

const profilesSchema = named(profile);

export const configDocument = z.strictObject({
  version: z.literal(1).describe('The format of this file.').optional(),
  name: text.optional(),
  description: text.optional(),
  extends: z
    .union([nonEmpty, z.array(nonEmpty)])
    .describe('Files, packages or preset:<name>, from left to right.')
    .optional(),
  include: z
    .union([nonEmpty, z.array(nonEmpty)])
    .describe('Files with one agent each; * stands for any part of a name.')
    .optional(),
  compat: compat.optional(),
  plugins: named(z.union([nonEmpty, pluginEntry]))
    .describe('By mount name, the namespace of its tools.')
    .optional(),
  secrets,
  providers: named(z.union([nonEmpty, providerEntry])).optional(),
  models: named(modelEntry).optional(),
  smallModel,
  mcpServers: named(mcpServer).describe('By key, which is part of the names of their tools: mcp__<key>__<tool>.').optional(),
  permissions: permissions.optional(),
  sandbox: sandbox.optional(),
  hooks: hooks.optional(),
  allowedHttpHookUrls,
  defaults: defaults.describe('For every agent that does not say otherwise.').optional(),
  agents: named(agent).optional(),
  skills: skills.optional(),
  sessions: sessions.optional(),
  budgets,
  telemetry: telemetry.optional(),
  profiles: profilesSchema.describe('Changes that --profile <name> applies.').optional(),
  tests: z.array(testEntry).describe('Tests that loadout test runs, also those in **/*.test.yaml beside this file.').optional(),
});

/**
 * The whole document after a profile was chosen and skills were read. The other profiles are validated separately, because they
 * are not filled in.
 */
const mergedDocument = configDocument.extend({
  profiles: z.unknown().optional(),
  skills: named(skillEntry.nullable()).optional(),
});

/** The user's and the administrator's own settings. */
const settingsDocument = configDocument.pick({
  permissions: true,
  sandbox: true,
  allowedHttpHookUrls: true,
  smallModel: true,
  providers: true,
  models: true,
  secrets: true,
  sessions: true,
  budgets: true,
});

/** The schemas of whole documents, by name. `shapes.json` has the shape of each. */
export const documents = { configuration: mergedDocument, profiles: profilesSchema, settings: settingsDocument };

export type ConfigDocument = z.output<typeof mergedDocument>;
export type SettingsDocument = z.output<typeof settingsDocument>;
export type AgentDocument = z.output<typeof agent>;
export type HooksDocument = z.output<typeof hooks>;
export type PermissionsDocument = z.output<typeof permissions>;
