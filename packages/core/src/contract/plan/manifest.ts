import type { JsonSchema } from '../schema.js';

/**
 * `"loadout"` in a plugin's package.json: what can be known of it without running it. Written from the code by
 * `pluginManifest` of @loadout/testing and checked by `describePlugin`.
 */
export interface PluginManifest {
  readonly api: number;
  /** The module, relative to the package. */
  readonly plugin: string;
  readonly tools?:
    | readonly { readonly name: string; readonly aliases?: readonly string[]; readonly readOnly?: boolean }[]
    | undefined;
  /** Present for the plugins of Loadout's own repository. Without it the tools are called `<mount>__<tool>`. */
  readonly names?: 'bare' | undefined;
  readonly hooks?: readonly string[] | undefined;
  /** JSON Schema of `options`. */
  readonly options?: JsonSchema | undefined;
  /** JSON Schemas of the entries of each hook type that it brings, without `type` itself. */
  readonly hookTypes?: Readonly<Record<string, JsonSchema>> | undefined;
  /** The plugin brings a model provider. */
  readonly model?: boolean | undefined;
  /** The parts of the machine and the network that the plugin reaches, as its author declares them. */
  readonly touches?:
    | {
        readonly fs?: 'read' | 'write';
        readonly net?: readonly string[] | boolean;
        readonly exec?: readonly string[] | boolean;
        readonly env?: readonly string[];
      }
    | undefined;
}
