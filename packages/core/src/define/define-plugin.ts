import type { Plugin, PluginParts, SetupContext } from '../contract/plugin.js';
import type { SchemaSource } from '../contract/schema.js';
import type { Infer } from '../schema/infer.js';

/** The version of the contract. A plugin made for another one is refused with both numbers. */
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
