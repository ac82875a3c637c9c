import { PLUGIN_API, type Plugin, type PluginParts, type SetupContext } from '../contract/plugin.js';
import type { SchemaSource } from '../contract/schema.js';
import type { Service } from '../contract/session/service-offer.js';
import type { Infer } from '../schema/infer.js';

/** What `definePlugin` takes. `api` is filled in. */
export interface PluginDefinition<S extends SchemaSource | undefined> {
  readonly name: string;
  readonly options?: S;
  setup(context: SetupContext<S extends undefined ? Record<string, never> : Infer<S>>): PluginParts | Promise<PluginParts>;
}

export function definePlugin<const S extends SchemaSource | undefined = undefined>(definition: PluginDefinition<S>): Plugin {
  return Object.freeze({ ...definition, api: PLUGIN_API }) as unknown as Plugin;
}

/** Makes the key of a service. Two keys with the same name are the same service, so that two copies of a package agree. */
export function defineService<T>(key: string): Service<T> {
  return Object.freeze({ key });
}
