import type { CommandManifest } from '../command.js';
import type { JsonSchema } from '../schema.js';

/**
 * The field `"loadout"` of a plugin's package.json: facts that are known without running the plugin. `pluginManifest` of
 * @loadout/testing writes the manifest from the code, and `describePlugin` checks it.
 */
export interface PluginManifest {
  readonly api: number;
  /** The path of the module, relative to the package. */
  readonly plugin: string;
  readonly tools?:
    | readonly { readonly name: string; readonly aliases?: readonly string[]; readonly readOnly?: boolean }[]
    | undefined;
  /** `bare` for the plugins of Loadout's own repository. If absent, the tools are called `<mount>__<tool>`. */
  readonly names?: 'bare' | undefined;
  readonly hooks?: readonly string[] | undefined;
  /** The JSON Schema of `options`. */
  readonly options?: JsonSchema | undefined;
  /** JSON Schemas of the entries of each hook type that the plugin provides, without `type` itself. */
  readonly hookTypes?: Readonly<Record<string, JsonSchema>> | undefined;
  /** If true, the plugin provides a model provider. */
  readonly model?: boolean | undefined;
  /** The commands that the package adds to `loadout`. A package without a plugin can have them too, if it is one of Loadout. */
  readonly commands?: readonly CommandManifest[] | undefined;
  /** The parts of the machine and the network that the plugin uses, as declared by its author. */
  readonly touches?:
    | {
        readonly fs?: 'read' | 'write';
        readonly net?: readonly string[] | boolean;
        readonly exec?: readonly string[] | boolean;
        readonly env?: readonly string[];
      }
    | undefined;
}
