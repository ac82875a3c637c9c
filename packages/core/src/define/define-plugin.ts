import type { Plugin, PluginParts, SetupContext } from '../contract/plugin.js';
import type { SchemaSource } from '../contract/schema.js';
import type { Service } from '../contract/session/service-offer.js';
import { errors } from '../errors.js';
import type { Infer } from '../schema/infer.js';
import { OWN_KEYS } from '../session/keys.js';

/** The version of the contract. A plugin made for another version is refused with both numbers. */
export const PLUGIN_API = 1;

/** The argument of `definePlugin`, which fills in `api`. */
export interface PluginDefinition<S extends SchemaSource | undefined> {
  readonly name: string;
  readonly options?: S;
  setup(context: SetupContext<S extends undefined ? Record<string, never> : Infer<S>>): PluginParts | Promise<PluginParts>;
}

export function definePlugin<const S extends SchemaSource | undefined = undefined>(definition: PluginDefinition<S>): Plugin {
  return Object.freeze({ ...definition, api: PLUGIN_API }) as unknown as Plugin;
}

/** The form of a plugin's tool names: their own names, or `<mount>__<tool>`. */
export type ToolNames = 'bare' | 'prefixed';

const OWN = Symbol.for('loadout.own-plugin');

/**
 * Defines a plugin of this repository. Its tools keep their bare names (`Bash`), wherever the plugin is mounted; the tools of a
 * plugin from `definePlugin` are called `<mount>__<tool>`. The mark is the object itself, so that a copy with another `setup` has
 * no mark. The mark also works between two copies of this package (decision 0019).
 */
export function ownPlugin<const S extends SchemaSource | undefined = undefined>(definition: PluginDefinition<S>): Plugin {
  const plugin = { ...definition, api: PLUGIN_API };
  return Object.freeze(Object.defineProperty(plugin, OWN, { value: plugin })) as unknown as Plugin;
}

/** Decides the form of a plugin's tool names. The plugin's own name has no influence. */
export const toolNamesOf = (plugin: Plugin): ToolNames => (Reflect.get(plugin, OWN) === plugin ? 'bare' : 'prefixed');

/**
 * Makes the key of a service. Two keys with the same name are the same service, so that two copies of a package agree. Throws
 * SERVICE_KEY_TAKEN for a key of core, whose type is fixed.
 */
export function defineService<T>(key: string): Service<T> {
  if (OWN_KEYS.has(key)) throw errors.SERVICE_KEY_TAKEN({ key });
  return Object.freeze({ key });
}
