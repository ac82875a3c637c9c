import { outsideProfile } from '../document/node.js';

/** Keys that other formats have at the top of a file or in an agent, and how they are written here. */
const SLIPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  top: {
    model: 'Name a model under models, and the one for all agents under defaults.model.',
    instructions: 'Put it into an agent: agents: { helper: { instructions: … } }',
    budget: 'Write budgets: { <name>: { usd: 5, per: day } }, or limits: { usd: … } for a session.',
    $schema: 'In YAML write a comment: # yaml-language-server: $schema=<path>',
  },
  agent: {
    systemPrompt: 'Use instructions instead.',
    allowedTools: 'Use tools for the tools that the model sees, and permissions.allow for calls that run without asking.',
    maxTurns: 'Write limits: { turns: … }.',
    budget: 'Write limits: { usd: … } for a session. budgets, at the top of the file, are for a day or a month.',
    temperature: 'It is a key of a model: models: { <alias>: { temperature: … } }.',
    permissionMode: 'Write permissions: { mode: … }.',
    name: 'The key under agents is the name.',
    plugins: 'Plugins are mounted once for all agents, at the top of the file.',
  },
};

const MERGE_KEY = 'Merge keys are not part of this format. Use defaults, or a file named by extends.';

export const slip = (kind: string, key: string): string | undefined => {
  if (key === '<<') return MERGE_KEY;
  const known = SLIPS[kind];
  return known !== undefined && Object.hasOwn(known, key) ? known[key] : undefined;
};

const ENTRIES: Readonly<Record<string, string>> = { agents: 'agent', providers: 'provider', models: 'model', plugins: 'plugin' };

/** The kind of map at a path: `top`, one named entry of a section, or none. */
export function kindOf(path: readonly PropertyKey[]): string {
  const [first, ...rest] = outsideProfile(path);
  if (first === undefined) return 'top';
  if (rest.length === 0) return first === 'defaults' ? 'agent' : '';
  return rest.length === 1 ? (ENTRIES[String(first)] ?? '') : '';
}
