import { type CommandFlags, configFlags } from '@loadout/core/commands';

const [config, profile, param, cwd, trust] = configFlags;

export const definition = {
  name: 'dev',
  group: 'run',
  summary: 'Check the configuration, its types and its tests again after each change of a file.',
  positionals: [],
  flags: [config, profile, param, cwd, trust],
  details: [
    'Watches the configuration, its tests, local plugins with what they import, skills, and their trust. After a change it runs loadout check, the TypeScript of the project if a local plugin is written in it, and the tests that read a changed file. A change prints one line, and what is wrong.',
    'An open chat of the configuration continues with the changed files at its next prompt, once the check passes.',
    'Each step is a process of its own, so changed code is loaded again. A part that you have not trusted as it is now does not run. For your own work: loadout trust --folder.',
  ],
  examples: ['', '--config review.yaml'],
} as const;

export type DevFlags = CommandFlags<typeof definition>;
