import type { Definition } from './definition.js';

export const init = {
  name: 'init',
  summary: 'Write a small agent.config.yaml that runs without a key.',
  positionals: [],
  flags: [{ name: 'dir', value: 'DIR', help: 'Where. Default: the current folder.' }],
} as const satisfies Definition;

export const newPlugin = {
  name: 'new plugin',
  summary: 'Write a plugin package that builds, has a test, and an example that runs without a key.',
  positionals: [{ name: 'name', help: 'Small letters, digits and hyphens: crm makes loadout-plugin-crm.' }],
  flags: [{ name: 'dir', value: 'DIR', help: 'Where. Default: a folder that is called as the package.' }],
} as const satisfies Definition;

export const importFile = {
  name: 'import',
  summary: 'Make an agent.config.yaml of a file of docker-agent (cagent), goose or continue, and print it.',
  positionals: [{ name: 'file', help: 'YAML or JSON.' }],
  flags: [
    {
      name: 'from',
      value: 'FORMAT',
      choices: ['docker-agent', 'goose', 'continue'],
      help: 'Whose file it is. Default: what its content says.',
    },
    { name: 'write', help: 'Write agent.config.yaml here instead, unless there is one.' },
  ],
  details: [
    'What has no counterpart is left out; it is named with its file and line in comments and on standard error.',
    'Files that other tools keep in the repository need no import: compat reads .claude, .mcp.json and AGENTS.md where they are.',
  ],
} as const satisfies Definition;
