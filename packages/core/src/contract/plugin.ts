import type { Position } from './errors.js';
import type { HookEvent } from './hook/events.js';
import type { AnyHook, HookSet } from './hook/hook.js';
import type { ModelProvider } from './model/provider.js';
import type { SchemaSource } from './schema.js';
import type { ServiceOffer } from './session/service-offer.js';
import type { ToolSource } from './session/tool-source.js';
import type { AnyTool } from './tool.js';

/**
 * A plugin: the default export of its package, made with `definePlugin`. Its life:
 *
 * 1. Its manifest (`"loadout"` in package.json) is read; nothing of it runs.
 * 2. Its module is imported: at start, or, where its package lists what it offers, at the first use of that. Importing does nothing.
 * 3. `options` from the configuration are parsed against its schema; what is wrong is reported with file and line.
 * 4. `setup` runs once per mount and says what the plugin offers. It may open things; `dispose` closes them.
 * 5. Its tools are called, its hooks run, its services are made once per session when first asked for.
 * 6. `dispose` runs when the last session ends, in reverse order of setup, also when the setup of another plugin failed.
 */
export interface Plugin<Options = never> {
  readonly name: string;
  readonly api: number;
  readonly options?: SchemaSource | undefined;
  /** Contract: may throw and may be async. A throw disables the plugin and is reported with its name. */
  setup(context: SetupContext<Options>): PluginParts | Promise<PluginParts>;
}

export interface SetupContext<Options> {
  readonly options: Options;
  /** The mount key from the configuration: the namespace of its tools. */
  readonly mount: string;
  /** The folder of the configuration file; relative paths in options start there. */
  readonly configDir: string;
  /** Where this plugin keeps what outlives a session, for this user. Not made yet. */
  readonly stateDir: string;
}

export interface PluginParts {
  readonly tools?: readonly AnyTool[];
  readonly hooks?: HookSet;
  /** Handler types for hooks in YAML: `{ type: 'command', … }` finds `command` here. */
  readonly hookTypes?: Readonly<Record<string, HookType>>;
  /** Makes the package usable as `providers.<name>.use`. */
  readonly model?: ModelProvider;
  readonly services?: readonly ServiceOffer<unknown>[];
  /** Tools that come and go with a session. */
  readonly toolSource?: ToolSource;
  /** Contract: called once; may be async; a throw is reported and stops nothing. */
  dispose?(): void | Promise<void>;
}

/** Makes a hook out of its entry in the configuration. Contract: a throw is a configuration error at the entry's position. */
export type HookType = (
  entry: Readonly<Record<string, unknown>>,
  context: {
    event: HookEvent;
    configDir: string;
    /** The environment for child processes. */
    env: Readonly<Record<string, string>>;
    /** One variable of this process, secrets too: only for those that the entry itself names. */
    readEnv?: ((name: string) => string | undefined) | undefined;
    position?: Position | undefined;
  },
) => AnyHook | Promise<AnyHook>;
