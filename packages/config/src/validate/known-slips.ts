/** Keys of later versions, by the kind of map that they belong to. */
const NOT_YET: Readonly<Record<string, readonly string[]>> = {
  top: ['serve'],
  agent: ['checks', 'handoffs', 'memory', 'kind'],
  hooks: ['Setup'],
};

/** Keys of other formats, with their names here. */
const SLIPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  top: {
    model: 'Name a model under models, and the one for all agents under defaults.model.',
    instructions: 'Put it into an agent: agents: { helper: { instructions: … } }',
    budget: 'Write budgets: { <name>: { usd: 5, per: day } }, or limits: { usd: … } for a session.',
    '<<': 'Merge keys are not part of this format. Use defaults, or a file named by extends.',
    $schema: 'In YAML write a comment: # yaml-language-server: $schema=<path>',
  },
  telemetry: { otlp: 'Write otel: true, or otel: { endpoint: https://collector.example.com }' },
  agent: {
    systemPrompt: 'Use instructions instead.',
    system: 'Use instructions instead.',
    allowedTools: 'Use tools for the tools that the model sees, and permissions.allow for calls that run without asking.',
    'allowed-tools': 'Use tools for the tools that the model sees, and permissions.allow for calls that run without asking.',
    maxTurns: 'Write limits: { turns: … }.',
    budget: 'Write limits: { usd: … } for a session. budgets, at the top of the file, are for a day or a month.',
    temperature: 'It is a key of a model: models: { <alias>: { temperature: … } }.',
    permissionMode: 'Write permissions: { mode: … }.',
    mode: 'Write permissions: { mode: … }.',
    name: 'The key under agents is the name.',
    plugins: 'Plugins are mounted once for all agents, at the top of the file.',
    '<<': 'Merge keys are not part of this format. Use defaults, or a file named by extends.',
  },
  provider: { apiKey: 'Put it under options.', baseUrl: 'Put it under options.', baseURL: 'Put it under options.' },
  model: {
    name: 'Write the name of the model at its provider as id.',
    model: 'Write the name of the model at its provider as id.',
  },
  group: {
    type: 'Put handlers into a list below the matcher: hooks: [{ type: command, command: … }]',
    command: 'Put handlers into a list below the matcher: hooks: [{ type: command, command: … }]',
  },
  sandbox: {
    enabled: 'Write sandbox: bubblewrap, or sandbox: off.',
    autoAllowBashIfSandboxed: 'Use autoAllow instead.',
    failIfUnavailable: 'Use required instead; its default is true.',
    allowUnsandboxedCommands: 'Name the commands that run outside under excludedCommands.',
    allowedReadPaths: 'Every path can be read except those in filesystem.denyRead.',
    allowedWritePaths: 'Use filesystem.allowWrite instead.',
    deniedPaths: 'Name them under filesystem.denyRead and filesystem.denyWrite.',
    allowedCommands: 'Write rules under permissions.allow.',
    deniedCommands: 'Write rules under permissions.deny.',
    ignoreViolations: 'Allow the access under filesystem or network; violations cannot be ignored.',
    enableWeakerNestedSandbox:
      'There is no weaker sandbox. With required: false commands run without one where it cannot be set up.',
  },
  server: {
    httpUrl: 'httpUrl is called url here.',
    serverUrl: 'serverUrl is called url here.',
    transport: 'Write url: https://… and type: http, or type: sse, in the server itself.',
    environment: 'environment is called env here.',
    enabled: 'Write disabled: true for a server that is off.',
    autoApprove: 'Write rules under permissions.allow: mcp__<server>__<tool>.',
    alwaysAllow: 'Write rules under permissions.allow: mcp__<server>__<tool>.',
    trust: 'Write rules under permissions.allow: mcp__<server>__<tool>.',
    includeTools: 'Write tools: { allow: […] }.',
    excludeTools: 'Write tools: { deny: […] }.',
  },
  limits: { maxTurns: 'Use turns instead.', timeout: 'Use time instead.' },
};

/** Values with a meaning in other formats, by their key. */
const VALUE_SLIPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: {
    auto: 'auto needs a model that decides about calls, which Loadout does not have; it does not mean bypassPermissions. Write default and allow rules, or a PreToolUse hook that decides.',
    manual: 'Write default.',
    bypass: 'Write bypassPermissions.',
  },
  toolSearch: { true: 'Write on.', false: 'Write off.' },
};

export function valueSlip(path: readonly PropertyKey[], value: unknown): string | undefined {
  const known = VALUE_SLIPS[String(path[path.length - 1])];
  const word = typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
  return known !== undefined && word !== undefined && Object.hasOwn(known, word) ? known[word] : undefined;
}

export const isNotYet = (kind: string, key: string): boolean => NOT_YET[kind]?.includes(key) === true;

export const slip = (kind: string, key: string): string | undefined => {
  const known = SLIPS[kind];
  return known !== undefined && Object.hasOwn(known, key) ? known[key] : undefined;
};

/** How a key or a value of an MCP server in other programs is written here. */
export function serverSlip(path: readonly PropertyKey[], value: unknown): string | undefined {
  const key = String(path[path.length - 1]);
  if (key === 'type' && (value === 'local' || value === 'remote')) return `Write ${value === 'local' ? 'stdio' : 'http'}.`;
  return path.length > 3 ? undefined : slip('server', key);
}

/** The kind of map at a path, for the two tables above. */
export function kindOf(path: readonly PropertyKey[]): string {
  const inside = path[0] === 'profiles' ? path.slice(2) : path;
  if (inside.length === 0) return 'top';
  const [first] = inside;
  if (inside[inside.length - 1] === 'sandbox') return 'sandbox';
  if (first === 'telemetry' && inside.length === 1) return 'telemetry';
  if (first === 'hooks' && inside.length === 1) return 'hooks';
  if (inside.length === 2)
    return { agents: 'agent', providers: 'provider', models: 'model', plugins: 'plugin' }[String(first)] ?? '';
  if (first === 'agents' && inside[2] === 'hooks' && inside.length === 3) return 'hooks';
  const hooks = inside.indexOf('hooks');
  if (hooks !== -1 && inside.length === hooks + 3) return 'group';
  return inside[inside.length - 1] === 'limits' ? 'limits' : inside.length === 1 && first === 'defaults' ? 'agent' : '';
}
