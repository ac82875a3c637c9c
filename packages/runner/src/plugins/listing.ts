import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnyTool, Hook, HookEvent, JsonSchema, PluginManifest } from '@loadout/core';
import { PLUGIN_API, type ToolNames } from '@loadout/core/run';

/**
 * The parts of a plugin without options, as far as they are known without loading it. `configs/write-listing.mjs` writes the
 * listing.
 */
export interface PluginListing {
  /** The name of the plugin, which differs from the package's name. */
  readonly name: string;
  readonly version: string;
  readonly api: number;
  /** The form of tool names, from the package's manifest. Compared with the plugin when it is loaded. */
  readonly names: ToolNames;
  readonly tools: readonly ListedTool[];
  /** The hooks of an event in order, without `run`. */
  readonly hooks: { readonly [E in HookEvent]?: readonly Partial<Omit<Hook, 'run'>>[] };
  readonly services: readonly { readonly key: string; readonly shared?: boolean }[];
  /** Present if there is a tool source, which then only restores data from `stateDir`. */
  readonly toolSource?: { readonly keptInState: true };
}

type Functions = 'call' | 'access' | 'validateInput' | 'obstacle' | 'mapResult';
type Written = 'inputSchema' | 'outputSchema' | 'needs' | 'isReadOnly' | 'isConcurrencySafe' | 'maxResultChars' | 'timeoutMs';

export interface ListedTool extends Omit<AnyTool, Functions | Written> {
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly needs?: readonly string[];
  /** `input`: the value depends on the input. */
  readonly isReadOnly?: boolean | 'input';
  readonly isConcurrencySafe?: boolean | 'input';
  /** `'Infinity'`, because JSON has no infinite number. */
  readonly maxResultChars?: number | 'Infinity';
  readonly timeoutMs?: number | 'Infinity';
  readonly functions: readonly Functions[];
}

export interface PackageJson {
  readonly version?: string;
  readonly loadout?: Partial<PluginManifest>;
  readonly exports?: unknown;
  readonly main?: string;
}

const FILE = 'loadout-listing.json';

/**
 * Reads the listing beside the module `entry`. `undefined` if there is no listing or it is wrong for this package; the plugin is
 * then loaded at start.
 */
export function readListing(entry: string, json: PackageJson): PluginListing | undefined {
  if (!CAN_LOAD_AT_ONCE) return undefined;
  try {
    const listing = JSON.parse(readFileSync(join(dirname(entry), FILE), 'utf8')) as Omit<PluginListing, 'names'>;
    if (!isOf(json, listing) || !existsSync(entry)) return undefined;
    return { ...listing, names: json.loadout?.names ?? 'prefixed' };
  } catch {
    return undefined;
  }
}

/** True if `require` can load an ES module: in Node 20 since 20.19, in 22 since 22.12. */
const CAN_LOAD_AT_ONCE = (process.features as { readonly require_module?: boolean }).require_module === true;

const isOf = ({ version, loadout }: PackageJson, listing: Omit<PluginListing, 'names'>) =>
  listing.version === version && listing.api === PLUGIN_API && names(listing.tools) === names(loadout?.tools ?? []);

const names = (tools: readonly { readonly name: string }[]) => tools.map((tool) => tool.name).join();
