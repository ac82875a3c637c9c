import { type CommandFlags, type CommandHost, configFlags } from '@loadout/core/commands';

/** A `loadout dev` command. */
export interface Dev {
  readonly flags: DevFlags;
  readonly host: CommandHost;
  /** The configuration file. */
  readonly file: string;
  /** The folder of the command. */
  readonly root: string;
}

const [config, profile, param, cwd, trust] = configFlags;

export const definition = {
  name: 'dev',
  group: 'run',
  summary: 'Check the configuration, its types and its tests again after each change of a file.',
  positionals: [],
  flags: [config, profile, param, cwd, trust],
  details: [
    'Watches the configuration, its tests, local plugins with what they import, skills, and their trust. After a change it runs loadout check, the TypeScript of the project if a local plugin is written in it, and the tests that read a changed file. Each change prints one line, and the problems.',
    'An open chat of the configuration continues with the changed files at its next prompt, once the check passes.',
    'Each step runs in its own process, so changed code is loaded again. A part does not run until you trust its current content. For your own work: loadout trust --folder.',
  ],
  examples: ['', '--config review.yaml'],
} as const;

type DevFlags = CommandFlags<typeof definition>;
