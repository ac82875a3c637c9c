import { statSync } from 'node:fs';
import type { LoadOptions } from '@loadout/config';
import { isObject, nearest, type Plugin } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import type { CreateAgentOptions } from '@loadout/runner';
import { IMAGES, type Images } from '../calls/images.js';
import { errors } from '../errors.js';
import { loadPeer } from '../load-peer.js';

/** Stands for the model of the session: the model belongs to the host. */
const noModel: ModelProvider = {
  name: 'none',
  // biome-ignore lint/correctness/useYield: it throws instead.
  async *stream() {
    throw errors.ADAPTER_OPTIONS({
      problem: 'a tool asks a model, and a toolkit has none',
      fix: 'Pass smallModel, or a config whose agent has a model.',
    });
  },
};

type Plugins = NonNullable<CreateAgentOptions['plugins']>;

/** The options of `createAgent` that have a meaning without a model loop of ours. */
type SessionOptions = Pick<
  CreateAgentOptions,
  | 'mcpServers'
  | 'customTools'
  | 'tools'
  | 'disallowedTools'
  | 'permissions'
  | 'sandbox'
  | 'hooks'
  | 'concurrency'
  | 'smallModel'
  | 'sessionsDir'
  | 'sessionStore'
  | 'env'
  | 'ask'
  | 'answer'
>;

export interface ToolkitOptions extends SessionOptions {
  /** Plugins in code: a list, each mounted under its own name, or a map from mount to plugin. */
  readonly plugins?: readonly Plugin[] | Plugins | undefined;
  /** The working directory of the tools. Default: the working directory of this process. */
  readonly cwd?: string | undefined;
  /** A configuration file, relative to `cwd`, whose plugins, rules and hooks apply. Needs `@loadout/config`. */
  readonly config?: string | undefined;
  /** The agent of `config`. May be omitted if there is exactly one. */
  readonly agent?: string | undefined;
  /**
   * The fate of pictures and PDFs in results. `data` hands them to the host in its own form, `file` saves them in the session and names
   * the path, `note` only says that there was one. Default: `data`.
   */
  readonly images?: Images | undefined;
}

const OPTIONS: Readonly<Record<keyof ToolkitOptions, true>> = {
  ...{
    plugins: true,
    config: true,
    agent: true,
    images: true,
    cwd: true,
    permissions: true,
    hooks: true,
    ask: true,
    answer: true,
    tools: true,
  },
  ...{ disallowedTools: true, customTools: true, mcpServers: true, sandbox: true, concurrency: true, smallModel: true },
  ...{ env: true, sessionsDir: true, sessionStore: true },
};

/** Returns the options of the agent whose tools are handed out. Throws ADAPTER_OPTIONS. */
export async function agentOptions(given: ToolkitOptions): Promise<CreateAgentOptions> {
  const known = Object.keys(OPTIONS);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownOption(unknown, known);
  const { plugins, cwd = process.cwd(), config, agent, images = 'data', ...session } = given;
  if (!IMAGES.includes(images)) throw wrong(`images is ${JSON.stringify(images)}`, `Pass one of ${IMAGES.join(', ')}.`);
  if (config === undefined && agent !== undefined)
    throw wrong(`agent is ${JSON.stringify(agent)}, but there is no config`, 'Pass config too.');
  const { env = process.env, smallModel } = session;
  const plan = config === undefined ? undefined : await planFrom({ file: config, cwd, agent, env });
  const asksModel = (smallModel ?? plan?.smallModel) !== undefined;
  return {
    ...session,
    workspace: folderAt(cwd),
    plugins: mounted(plugins),
    ...(plan === undefined ? {} : { plan, agent }),
    ...(asksModel ? {} : { model: noModel }),
  };
}

const wrong = (problem: string, fix: string) => errors.ADAPTER_OPTIONS({ problem, fix });

function unknownOption(name: string, known: readonly string[]) {
  const near = nearest(name, known);
  return wrong(
    `there is no option ${name}`,
    near === undefined ? `The options are ${known.join(', ')}.` : `Did you mean ${near}?`,
  );
}

function folderAt(cwd: string): string {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return cwd;
  throw wrong(`cwd is ${JSON.stringify(cwd)}, which is not a folder`, 'Pass the folder in which the tools work.');
}

/** Returns the plugins by mount. A list is mounted under the plugins' own names. */
function mounted(plugins: ToolkitOptions['plugins'] = {}): Plugins {
  const entries = Array.isArray(plugins)
    ? plugins.map((plugin: unknown) => [isPlugin(plugin) ? mountOf(plugin.name) : '', plugin] as const)
    : Object.entries(plugins);
  const bad = entries.findIndex(([, one]) => !isPlugin(isObject(one) && 'plugin' in one ? one.plugin : one));
  if (typeof plugins !== 'object' || bad !== -1)
    throw wrong(
      `plugins has ${shown(entries[bad])}, which is not a plugin`,
      'Import the plugin, and pass what its package exports as default.',
    );
  const mounts = entries.map(([mount]) => mount);
  const twice = mounts.find((mount, at) => mounts.indexOf(mount) !== at);
  if (twice !== undefined) throw wrong(`two plugins are named ${twice}`, 'Pass plugins as a map from mount to plugin.');
  return Object.fromEntries(entries) as Plugins;
}

const isPlugin = (value: unknown): value is Plugin =>
  isObject(value) && typeof value.name === 'string' && typeof value.setup === 'function';

const shown = (entry: readonly [string, unknown] | undefined) =>
  `${entry?.[0] ? `${entry[0]}: ` : ''}${JSON.stringify(entry?.[1]) ?? typeof entry?.[1]}`;

/** A package name may be a plugin's name; a mount is a part of the names of tools. */
const mountOf = (name: string) => name.replace(/^.*\//, '').replace(/^loadout-plugin-/, '');

type Source = Pick<LoadOptions, 'cwd' | 'file' | 'agent' | 'env'>;

/** Loads the plan. The program vouches for its own configuration, as in `loadPlan`. */
async function planFrom(source: Source) {
  const { loadPlan } = await loadPeer(() => import('@loadout/config'), { name: '@loadout/config', needs: 'toolkit({ config })' });
  return (await loadPlan(source)).plan;
}
