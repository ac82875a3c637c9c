/** Keys of later versions, by the kind of map that they belong to. */
const NOT_YET: Readonly<Record<string, readonly string[]>> = {
  top: ['budgets', 'serve', 'tests', 'budget'],
  telemetry: ['otlp'],
  agent: ['budget', 'checks', 'temperature', 'handoffs', 'memory', 'kind'],
  hooks: ['Setup'],
};

/** Keys of other formats, with their names here. */
const SLIPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  top: {
    model: 'Name a model under models, and the one for all agents under defaults.model.',
    tools: 'List tools in an agent, or under defaults.tools for all agents.',
    instructions: 'Put it into an agent: agents: { helper: { instructions: … } }',
    '<<': 'Merge keys are not part of this format. Use defaults, or a file named by extends.',
    $schema: 'In YAML write a comment: # yaml-language-server: $schema=<path>',
  },
  agent: {
    systemPrompt: 'It is called instructions here.',
    system: 'It is called instructions here.',
    allowedTools: 'What the model sees is tools; what runs without asking is permissions.allow.',
    'allowed-tools': 'What the model sees is tools; what runs without asking is permissions.allow.',
    maxTurns: 'Write limits: { turns: … }.',
    permissionMode: 'Write permissions: { mode: … }.',
    mode: 'Write permissions: { mode: … }.',
    name: 'The key under agents is the name.',
    plugins: 'Plugins are mounted once for all agents, at the top of the file.',
    '<<': 'Merge keys are not part of this format. Use defaults, or a file named by extends.',
  },
  provider: { apiKey: 'Put it under options.', baseUrl: 'Put it under options.', baseURL: 'Put it under options.' },
  model: { name: 'The name of the model at its provider is id.', model: 'The name of the model at its provider is id.' },
  group: {
    type: 'Handlers stand in a list below the matcher: hooks: [{ type: command, command: … }]',
    command: 'Handlers stand in a list below the matcher: hooks: [{ type: command, command: … }]',
  },
  sandbox: {
    enabled: 'Write sandbox: bubblewrap, or sandbox: off.',
    autoAllowBashIfSandboxed: 'It is called autoAllow here.',
    failIfUnavailable: 'It is called required here, and is true unless it says otherwise.',
    allowUnsandboxedCommands: 'Name the commands that run outside under excludedCommands.',
    allowedReadPaths: 'All can be read but what filesystem.denyRead names.',
    allowedWritePaths: 'It is called filesystem.allowWrite here.',
    deniedPaths: 'Name them under filesystem.denyRead and filesystem.denyWrite.',
    allowedCommands: 'Which commands run is a matter of permissions.allow.',
    deniedCommands: 'Which commands run is a matter of permissions.deny.',
    ignoreViolations: 'What the sandbox refuses stays refused; open it under filesystem or network.',
    enableWeakerNestedSandbox:
      'There is no weaker sandbox. With required: false commands run without one where it cannot be set up.',
  },
  limits: { maxTurns: 'It is called turns here.', timeout: 'It is called time here.' },
};

/** Values with a meaning in other formats, by their key. */
const VALUE_SLIPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: {
    auto: 'Here nothing guesses what a person would say: auto is no other word for bypassPermissions. Write default and allow rules, or a PreToolUse hook that decides.',
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
