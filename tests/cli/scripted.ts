import { project } from '../lib/loadout.js';

export interface Scripted {
  /** Turns of the scripted model, in YAML (JSON is YAML). Default: it says "Ok.". */
  readonly turns?: readonly unknown[];
  /** Other keys of the agent `helper`. */
  readonly agent?: Readonly<Record<string, unknown>>;
  /** Other keys of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Other agents. */
  readonly agents?: Readonly<Record<string, unknown>>;
}

/** A folder with one agent, `helper`, whose model follows the script. */
export function scripted(given: Scripted = {}): string {
  const { turns = [{ text: 'Ok.' }], agent = {}, config = {}, files = {}, agents = {} } = given;
  const document = {
    plugins: { fs: '@loadout/tool-fs', shell: '@loadout/tool-shell' },
    providers: { script: { use: '@loadout/model-script', options: { turns } } },
    ...config,
    agents: { helper: { model: 'script/demo', instructions: 'Answer.', tools: ['*'], ...agent }, ...agents },
  };
  return project({ 'agent.config.yaml': `${JSON.stringify(document, undefined, 2)}\n`, ...files });
}
