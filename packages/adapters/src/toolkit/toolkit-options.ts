import type { Plugin } from '@loadout/core';
import type { CreateAgentOptions } from '@loadout/runner';
import { errors } from '../errors.js';
import { loadPeer } from '../load-peer.js';
import { noModel } from './no-model.js';

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
}

/** Returns the options of the agent whose tools are handed out. */
export async function agentOptions(given: ToolkitOptions): Promise<CreateAgentOptions> {
  const { plugins, cwd = process.cwd(), config, agent, ...session } = given;
  if (config === undefined && agent !== undefined)
    throw errors.ADAPTER_OPTIONS({
      problem: `agent is ${JSON.stringify(agent)}, but there is no config`,
      fix: 'Pass config too.',
    });
  const { env = process.env, smallModel } = session;
  const plan = config === undefined ? undefined : await planFrom(config, { cwd, agent, env });
  const asksModel = (smallModel ?? plan?.smallModel) !== undefined;
  return {
    ...session,
    workspace: cwd,
    plugins: mounted(plugins),
    ...(plan === undefined ? {} : { plan, agent }),
    ...(asksModel ? {} : { model: noModel }),
  };
}

function mounted(plugins: ToolkitOptions['plugins'] = []): Plugins {
  if (!isList(plugins)) return plugins;
  const names = plugins.map(({ name }) => mountOf(name));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw errors.ADAPTER_OPTIONS({
      problem: `two plugins are named ${twice}`,
      fix: 'Pass plugins as a map from mount to plugin.',
    });
  return Object.fromEntries(plugins.map((plugin, at) => [names[at], plugin]));
}

/** A package name may be a plugin's name; a mount is a part of the names of tools. */
const mountOf = (name: string) => name.replace(/^.*\//, '').replace(/^loadout-plugin-/, '');

const isList = (plugins: readonly Plugin[] | Plugins): plugins is readonly Plugin[] => Array.isArray(plugins);

/** Loads the plan. The program vouches for its own configuration, as in `loadPlan`. */
async function planFrom(
  file: string,
  {
    cwd,
    agent,
    env,
  }: { cwd: string; agent: string | undefined; env: NodeJS.ProcessEnv | NonNullable<CreateAgentOptions['env']> },
) {
  const { loadPlan } = await loadPeer(() => import('@loadout/config'), { name: '@loadout/config', needs: 'toolkit({ config })' });
  const { plan } = await loadPlan({ cwd, file, agent, env });
  return plan;
}
