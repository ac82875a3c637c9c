import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { errors as coreErrors, messageOf, type Plugin } from '@loadout/core';
import { PLUGIN_API, type PluginPlan } from '@loadout/core/run';
import { errors } from '../report/errors.js';
import type { ResolvedPlugin } from './resolve-plugin.js';

export interface PluginRequest extends Omit<PluginPlan, 'optional' | 'overrides'> {
  readonly overrides?: Readonly<Record<string, string>>;
  /** A plugin given in code. `use` is then only its name. */
  readonly plugin?: Plugin | undefined;
}

type Asked = Pick<PluginRequest, 'use' | 'position'>;

/**
 * Imports a plugin. A listed plugin is always loaded with `require`, because Node refuses `require` for a module that an `import`
 * is loading at that moment.
 */
export async function importPlugin(resolved: ResolvedPlugin, asked: Asked): Promise<Plugin> {
  if (resolved.listing !== undefined) return requirePlugin(resolved, asked);
  const module: unknown = await moduleOf(resolved.entry).catch((cause: unknown) => notLoaded(cause, asked));
  return pluginOf(module, asked);
}

/**
 * Imports a module, also one in TypeScript, which Node 20 does not read itself. The compiled text is not stored: a file in the
 * project's folders would act without being trusted.
 */
async function moduleOf(entry: string): Promise<unknown> {
  if (!/\.[cm]?ts$/.test(entry)) return import(pathToFileURL(entry).href);
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url, { fsCache: false }).import(entry);
}

/** Returns the module that `import` would give, synchronously. */
export function requirePlugin({ entry }: ResolvedPlugin, asked: Asked): Plugin {
  let module: unknown;
  try {
    module = createRequire(import.meta.url)(entry);
  } catch (cause) {
    return notLoaded(cause, asked);
  }
  return pluginOf(module, asked);
}

function notLoaded(cause: unknown, { use, position }: Asked): never {
  const problem = `its module does not load: ${messageOf(cause)}`;
  throw errors.PLUGIN_INVALID({ use, problem }, { cause, position });
}

function pluginOf(module: unknown, asked: Asked): Plugin {
  const { default: plugin } = module as { readonly default?: Partial<Plugin> | null };
  const lacking = lackOf(plugin);
  if (lacking === undefined) return plugin as Plugin;
  const problem = `its module has no plugin as default export: ${lacking}`;
  throw errors.PLUGIN_INVALID({ use: asked.use, problem }, { position: asked.position });
}

export function checkApi({ api }: Plugin, { use, position }: Asked): void {
  if (api !== PLUGIN_API) throw coreErrors.PLUGIN_API({ plugin: use, found: api, expected: PLUGIN_API }, { position });
}

/** Returns what a default export lacks as a plugin. */
function lackOf(plugin: Partial<Plugin> | null | undefined): string | undefined {
  if (plugin === undefined) return 'there is no default export';
  if (typeof plugin !== 'object' || plugin === null) return `it is ${plugin === null ? 'null' : `a ${typeof plugin}`}`;
  if (typeof plugin.setup !== 'function') return 'it has no function setup';
  if (plugin.name === undefined) return 'it has no name';
  return plugin.api === undefined ? 'it has no api, which definePlugin adds' : undefined;
}
