import * as z from 'zod';
import { agent, defaults } from './agent.js';
import { COMPAT_KINDS } from './compat-kinds.js';
import { free, told, waits } from './free.js';
import { mapOf } from './map-of.js';
import { merges } from './merge-way.js';
import { modelEntry } from './model.js';
import { notifyEntry } from './notify.js';
import { freeMap, hooks, nonEmpty, permissions, refused, text } from './parts.js';
import { sandbox } from './sandbox.js';
import { skillEntry, skills } from './skills.js';

const commit = z
  .string()
  .refine(
    (value) => /^[0-9a-f]{40}$/.test(value),
    refused('must be a commit of 40 hexadecimal digits', 'loadout add writes it.'),
  );
const pin = z
  .string()
  .refine(
    (value) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value),
    refused('must be a commit of 40 hexadecimal digits, or the SHA-256 of an archive', 'loadout add writes it.'),
  );
const ONE_PLACE = refused('must name its repository as one of github and url', 'Write { github: owner/name, sha: … }.');

const pluginEntry = mapOf(() => ({
  use: free('A package that is installed with Loadout.', nonEmpty).describe(
    'A package, with a version range after @ if one is needed, or a path that starts with ./ or ../',
  ),
  options: free('Each option is decided by itself.', freeMap).describe('Its options, which its README lists.').optional(),
  optional: free('At most a package is left out.', z.boolean()).describe('Runs go on without it if it cannot load.').optional(),
  overrides: waits('Puts its tools in the place of others.', z.record(z.string(), nonEmpty))
    .describe('By the name of a tool, such as Read: the tool of this plugin that takes its place.')
    .optional(),
}));

const ACTS = 'Brings hooks, servers and texts of others.';
export const claudeEntry = mapOf(() => ({
  claude: waits(ACTS, nonEmpty).describe('A plugin of Claude Code or Codex: name@marketplace, or a folder that starts with ./'),
  sha: waits(ACTS, pin)
    .describe('The commit, or the SHA-256 of an archive. Needed where the entry of the marketplace names none.')
    .optional(),
  options: waits(ACTS, freeMap).describe('Values of its userConfig, by key.').optional(),
  outputStyle: waits(ACTS, nonEmpty).describe('One of its output styles, as instructions of every agent.').optional(),
}));
const MARKET = 'Says where plugins come from.';
const marketplaceEntry = z.union([
  nonEmpty,
  mapOf(() => ({
    github: waits(MARKET, nonEmpty).describe('owner/name').optional(),
    url: waits(MARKET, nonEmpty).describe('The address of a git repository.').optional(),
    sha: waits(MARKET, commit).describe('The commit that is read.'),
  })).refine(({ github, url }) => (github === undefined) !== (url === undefined), ONE_PLACE),
]);

const providerEntry = mapOf(() => ({
  use: free('A package that is installed with Loadout.', nonEmpty).describe(
    'A package, such as @loadout/model-openai, or a path that starts with ./ or ../',
  ),
  options: free('One option that waits makes the whole provider wait.', freeMap)
    .describe('Its options, which its README lists.')
    .optional(),
}));

const ONE_SOURCE = refused(
  'must name its source as one of env, file and command',
  'Write { env: NAME }, { file: path } or { command: [program, argument] }.',
);
const HIDDEN = 'Its value is hidden everywhere; what uses it waits.';
const secret = mapOf(() => ({
  env: free(HIDDEN, nonEmpty).describe('The environment variable that holds the value.').optional(),
  file: free(HIDDEN, nonEmpty).describe('A file that holds the value and nothing else.').optional(),
  command: waits('Runs a program.', z.array(nonEmpty).min(1))
    .describe('A program and its arguments, which run when a file that uses the secret is read. Its output is the value.')
    .optional(),
  required: free(HIDDEN, z.boolean())
    .describe('false: without a value, the secret is an empty text. Default true: that is an error.')
    .optional(),
})).refine(({ env, file, command }) => [env, file, command].filter((one) => one !== undefined).length === 1, ONE_SOURCE);

/** The meaning of the sections that a file and its profiles have. */
const PLUGINS = 'By mount name, which is the namespace of its tools: packages with tools and types of hooks.';
const MODELS = 'Names for models, with the options of their requests. Agents use these names.';
const SERVERS = 'By key, which is part of the names of their tools: mcp__<key>__<tool>.';
const COMMANDS = 'Commands as tools, by name. An agent lists the names that it may see under its own tools.';
const RULES = 'Rules about tool calls: which are denied, need a yes, or run.';
const AT_EVENTS = 'By event: what runs at that moment, such as a command that checks each call.';
const DEFAULTS = 'For every agent that does not say otherwise.';
const AGENTS = 'The agents, by name: what each is told, and which model and tools it has.';
const SESSIONS = 'Where sessions are kept, for how long, and with what.';
const BUDGETS =
  'Limits on money over time, by name, for all runs of this file on this machine or engine. Every model needs a price.';

const name = told('A name, which other keys and the model may use.', z.string());
const named = <T extends z.ZodType>(value: T) => z.record(name, value);
const ONE_BY_ONE = 'Its keys are decided one by one.';
const decidedMap = <T extends z.ZodType>(value: T) => free(ONE_BY_ONE, value);
const decidedEntries = <T extends z.ZodType>(value: T) => decidedMap(named(decidedMap(value)));
const removable = <T extends z.ZodType>(value: T) => z.union([value, z.null()]);
const BOUND = 'A bound beside those of the settings.';
const budget = mapOf(() => ({
  usd: free(BOUND, merges('tightens', z.number().positive())).describe('The most US dollars in one day or month.'),
  per: free(BOUND, z.enum(['day', 'month'])).describe('A day or a month of the calendar, in UTC.'),
  agent: free(BOUND, nonEmpty)
    .describe('Count the requests of this agent and of those under it. *: each agent has its own.')
    .optional(),
  user: free(BOUND, nonEmpty)
    .describe('Count the requests of this user (LOADOUT_USER, else that of the system). *: each user has its own.')
    .optional(),
}));
const budgets = merges('fixed', decidedEntries(budget)).describe(BUDGETS).optional();
/** The keys of `sessions` that a plan has as they are written. `npm run fix` writes their types to the contract. */
export const sessionKeys = mapOf(() => ({
  keepResults: free('Files of the session, in its own folder.', z.boolean())
    .describe('false: results that are too long are cut, and the whole is not kept in a file. Default true.')
    .optional(),
  checkpoints: free('Files of the session, in its own folder.', z.boolean())
    .describe('true: the content of files before each change by a tool is kept, so that a session can be rewound. Default false.')
    .optional(),
}));
const sessions = mapOf(() => ({
  dir: waits('Writes files where it says.', nonEmpty)
    .describe(
      'The folder of the session files. Default: sessions in $LOADOUT_STATE_DIR, $XDG_STATE_HOME/loadout or ~/.local/state/loadout.',
    )
    .optional(),
  retention: waits(
    'Removes sessions.',
    z
      .union([z.number(), z.string()])
      .refine(
        (value) => /^[1-9]\d*[dh]$/.test(String(value)),
        refused('must be days or hours, such as 30d or 12h', 'Write 30d. Without it sessions stay.'),
      ),
  )
    .describe(
      'The age at which a session of this workspace is removed, in days or hours since its last write, such as 30d or 12h. Absent: none is removed.',
    )
    .optional(),
  ...sessionKeys.shape,
}));
const telemetry = mapOf(() => ({
  trace: z
    .union([z.boolean(), nonEmpty])
    .describe(
      'A folder: each run adds its events, without secrets, to <folder>/<session>/trace.jsonl. true: to trace.jsonl in the folder of its session.',
    )
    .optional(),
  otel: z
    .union([
      z.boolean(),
      mapOf(() => ({
        endpoint: nonEmpty
          .describe(
            'The address to which OTLP is sent, without /v1/traces. Default: OTEL_EXPORTER_OTLP_ENDPOINT, else http://localhost:4318.',
          )
          .optional(),
        headers: z.record(z.string(), text).describe('Headers of each request, such as a key.').optional(),
        service: nonEmpty
          .describe('The name of the service. Default: OTEL_SERVICE_NAME, else loadout, or claude-code with names: claude_code.')
          .optional(),
        content: z
          .enum(['none', 'full'])
          .describe('full: prompts, answers, inputs and results are sent too, without secrets. Default none.')
          .optional(),
        names: z
          .enum(['gen_ai', 'claude_code', 'both'])
          .describe(
            "claude_code: the names of Claude Code's metrics, events and spans. both: metrics and events under both names. Default gen_ai.",
          )
          .optional(),
      })),
    ])
    .describe(
      'Traces, metrics and logs to OpenTelemetry, by the package @loadout/otel. false: off, whatever LOADOUT_TELEMETRY says.',
    )
    .optional(),
}));
const SERVER = 'Starts a program, or sends requests to an address.';
const mcpServer = merges('apart', freeMap).describe(
  'command and args, or url, as in .mcp.json; or registry and inputs. Also start, timeout in milliseconds, tools: { allow, deny }.',
);
const RUNS = 'Runs a program, when the rules let a call pass.';
const scriptTool = merges('once', freeMap).describe(
  'description, and run: [program, "{value}"], script: ./file or shell: "text". Also input, env, cwd, stdin, timeout, output, exit, readOnly, touches.',
);
const smallModel = told('A name of a model. Its provider is decided by itself.', nonEmpty)
  .describe(
    'The model for side work, such as reading a fetched page or hooks of type prompt: an alias of models, or provider/id. Absent: none.',
  )
  .optional();
const allowedHttpHookUrls = free('Layers only narrow it.', merges('shrinks', z.array(nonEmpty)))
  .describe(
    'Addresses that hooks of type http may use, such as https://hooks.example.com/*. Layers only narrow the list. Absent: any address.',
  )
  .optional();
const secrets = decidedMap(named(free(HIDDEN, secret, 'noCommand')))
  .describe('The only place where secrets enter. Their values are hidden everywhere.')
  .optional();

const kind = z.enum(COMPAT_KINDS);
const READS = 'Reads files of the project, whose keys are decided one by one.';
const compat = free(
  READS,
  z.union([z.boolean(), z.array(kind), z.partialRecord(free(READS, kind), free(READS, z.boolean()))]),
).describe(
  "Files of other tools, read where they are: true for all kinds, a list of kinds, or a map. This file's word counts over theirs.",
);

const OWN = "A package that is installed with Loadout; another one, and a path, is the project's code.";
const plugins = <T extends z.ZodType>(entry: T) => decidedMap(named(free(OWN, entry, 'ownPackage')));
const REQUESTS = 'A provider of a package that is installed with Loadout, with its own address and key.';
const providers = <T extends z.ZodType>(entry: T) =>
  decidedMap(named(free(REQUESTS, entry, 'ownProvider'))).describe(
    'By name: packages that ask models, with their options. A model names one of them.',
  );
const sections = {
  permissions: decidedMap(permissions).describe(RULES).optional(),
  sandbox: sandbox.optional(),
  hooks: decidedMap(hooks).describe(AT_EVENTS).optional(),
  allowedHttpHookUrls,
};
const telemetrySection = waits('Writes files, and sends requests to an address.', telemetry)
  .describe('Where events of a run go beside its session: a trace, OpenTelemetry.')
  .optional();

/** The keys that a profile may change. The profile inherits the values that it does not set. */
const profile = mapOf(() => ({
  plugins: plugins(removable(z.union([nonEmpty, pluginEntry.partial()])))
    .describe(PLUGINS)
    .optional(),
  secrets,
  providers: providers(removable(z.union([nonEmpty, providerEntry.partial()]))).optional(),
  models: decidedEntries(removable(modelEntry.partial())).describe(MODELS).optional(),
  smallModel,
  mcpServers: decidedMap(named(waits(SERVER, removable(mcpServer))))
    .describe(SERVERS)
    .optional(),
  tools: decidedMap(named(waits(RUNS, removable(scriptTool))))
    .describe(COMMANDS)
    .optional(),
  ...sections,
  defaults: decidedMap(defaults).describe(DEFAULTS).optional(),
  agents: decidedEntries(removable(agent)).describe(AGENTS).optional(),
  sessions: decidedMap(sessions).describe(SESSIONS).optional(),
  budgets: merges('fixed', decidedEntries(removable(budget.partial())))
    .describe(BUDGETS)
    .optional(),
  telemetry: telemetrySection,
}));

const profilesSchema = decidedEntries(profile);

const LABEL = 'A label, which changes no run.';
const FILES = 'Files of the project and packages, whose keys are decided one by one.';

/** The keys that a plan has as they are written. `npm run fix` writes their types to the contract. */
export const planKeys = mapOf(() => ({
  name: free(LABEL, text).describe('The name of the configuration. An engine keeps budgets and jobs by it.').optional(),
  smallModel,
  notify: waits('Starts a program, or sends requests to an address.', z.record(z.string(), notifyEntry))
    .describe('By name: receivers of messages about runs that wait for a person or have ended.')
    .optional(),
}));

export const configDocument = mapOf(() => ({
  version: free(LABEL, z.literal(1)).describe('The format of this file.').optional(),
  description: free(LABEL, text).describe('A note for people who read the file.').optional(),
  extends: free(FILES, z.union([nonEmpty, z.array(nonEmpty)]))
    .describe('Files, packages or preset:<name> that this file builds on. Later ones count more.')
    .optional(),
  include: free(FILES, z.union([nonEmpty, z.array(nonEmpty)]))
    .describe('Files with one agent each; * stands for any part of the name of a file or folder.')
    .optional(),
  compat: compat.optional(),
  plugins: plugins(z.union([nonEmpty, pluginEntry, claudeEntry]))
    .describe(PLUGINS)
    .optional(),
  marketplaces: waits(MARKET, z.record(z.string(), marketplaceEntry))
    .describe('By name: lists of plugins of Claude Code. A folder that starts with ./, or a git repository at a commit.')
    .optional(),
  secrets,
  providers: providers(z.union([nonEmpty, providerEntry])).optional(),
  models: decidedEntries(modelEntry).describe(MODELS).optional(),
  mcpServers: decidedMap(named(waits(SERVER, mcpServer)))
    .describe(SERVERS)
    .optional(),
  tools: decidedMap(named(waits(RUNS, scriptTool)))
    .describe(COMMANDS)
    .optional(),
  ...sections,
  defaults: decidedMap(defaults).describe(DEFAULTS).optional(),
  agents: decidedEntries(agent).describe(AGENTS).optional(),
  skills: free('Files of the project, whose keys are decided one by one.', skills).optional(),
  sessions: decidedMap(sessions).describe(SESSIONS).optional(),
  budgets,
  telemetry: telemetrySection,
  ...planKeys.shape,
  profiles: profilesSchema.describe('By name: the changes that --profile <name> applies.').optional(),
  tests: waits('Judged test by test where tests are run, beside the other keys.', z.array(freeMap))
    .describe('Tests that loadout test runs, beside those of files *.test.yaml in this folder and below.')
    .optional(),
}));

/**
 * The whole document after a profile was chosen and skills were read. The other profiles are validated separately, because they
 * are not filled in.
 */
const mergedDocument = configDocument.extend({
  plugins: plugins(z.union([nonEmpty, pluginEntry])).optional(),
  profiles: z.unknown().optional(),
  skills: decidedEntries(skillEntry.nullable()).optional(),
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

/**
 * A person's own file beside a configuration: their rules, their models, their values for params. Nothing in it starts a program or opens a
 * connection, so that "always in this project" can be trusted without a review.
 */
const CHOICES = { model: true, effort: true, thinking: true } as const;
const personalDocument = mapOf(() => ({
  permissions: permissions.omit({ approvals: true }).optional(),
  smallModel,
  defaults: defaults.pick(CHOICES).optional(),
  agents: named(agent.pick({ ...CHOICES, params: true, permissions: true })).optional(),
}));

/** The schemas of whole documents. */
export const documents = {
  configuration: mergedDocument,
  profiles: profilesSchema,
  settings: settingsDocument,
  personal: personalDocument,
  /** A file with its profiles, as layers merge. */
  layer: mergedDocument.extend({ profiles: profilesSchema }),
};

export type ConfigDocument = z.output<typeof mergedDocument>;
export type SettingsDocument = z.output<typeof settingsDocument>;
export type AgentDocument = z.output<typeof agent>;
export type HooksDocument = z.output<typeof hooks>;
export type PermissionsDocument = z.output<typeof permissions>;
