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
 * 1. The manifest (`"loadout"` in package.json) is read; no code of the plugin runs.
 * 2. The module is imported: at start, or at the first use of a part if the package lists its parts. Importing has no effects.
 * 3. `options` from the configuration are parsed with the schema; problems are reported with file and line.
 * 4. `setup` runs once per mount and returns what the plugin offers. `setup` may open resources; `dispose` closes them.
 * 5. Tools are called and hooks run. Each service is created once per session, when first requested.
 * 6. `dispose` runs when the last session ends, in reverse order of setup, also when the setup of another plugin failed.
 */
export interface Plugin<Options = never> {
  readonly name: string;
  readonly api: number;
  readonly options?: SchemaSource | undefined;
  /** Contract: may throw and may be async. A throw disables the plugin and is reported with the plugin's name. */
  setup(context: SetupContext<Options>): PluginParts | Promise<PluginParts>;
}

export interface SetupContext<Options> {
  readonly options: Options;
  /** The mount key from the configuration: the namespace of the plugin's tools. */
  readonly mount: string;
  /** The folder of the configuration file, and the base of relative paths in options. */
  readonly configDir: string;
  /** The folder for the plugin's data that outlives a session, for this user. The plugin creates the folder. */
  readonly stateDir: string;
  /** The environment of the agent; absent: that of this process. Not for child processes: it holds keys. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface PluginParts {
  readonly tools?: readonly AnyTool[];
  readonly hooks?: HookSet;
  /** Handler types for hooks in YAML. `{ type: 'command', … }` uses the entry `command`. */
  readonly hookTypes?: Readonly<Record<string, HookType>>;
  /** A model provider. Makes the package usable as `providers.<name>.use`. */
  readonly model?: ModelProvider;
  readonly services?: readonly ServiceOffer<unknown>[];
  /** Tools that appear and disappear during a session. */
  readonly toolSource?: ToolSource;
  /** Contract: called once; may be async. A throw is reported and does not stop the shutdown. */
  dispose?(): void | Promise<void>;
}

/** Makes a hook from its entry in the configuration. Contract: a throw is a configuration error at the entry's position. */
export type HookType = (
  entry: Readonly<Record<string, unknown>>,
  context: {
    event: HookEvent;
    configDir: string;
    /** The folder in which a program starts. Default: the working folder of the session. */
    cwd?: string | undefined;
    /** The environment for child processes. */
    env: Readonly<Record<string, string>>;
    /** Reads one variable of this process, secrets included. Only for variables that the entry itself names. */
    readEnv?: ((name: string) => string | undefined) | undefined;
    position?: Position | undefined;
  },
) => AnyHook | Promise<AnyHook>;
