import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type AnyTool,
  type Hook,
  type HookEvent,
  type JsonSchema,
  PLUGIN_API,
  type PluginManifest,
  type ToolNames,
} from '@loadout/core';

/** What a plugin without options offers, as far as it can be known without loading it. `configs/write-listing.mjs` writes it. */
export interface PluginListing {
  /** Of the plugin, which is not that of the package. */
  readonly name: string;
  readonly version: string;
  readonly api: number;
  /** From the package's manifest, and compared with the plugin when it is loaded. */
  readonly names: ToolNames;
  readonly tools: readonly ListedTool[];
  /** Those of an event in their order, without `run`. */
  readonly hooks: { readonly [E in HookEvent]?: readonly Partial<Omit<Hook, 'run'>>[] };
  readonly services: readonly { readonly key: string; readonly shared?: boolean }[];
  /** There is one, and it only brings back what the plugin keeps. */
  readonly toolSource?: { readonly keptInState: true };
}

type Functions = 'call' | 'access' | 'validateInput' | 'mapResult';
type Written = 'inputSchema' | 'outputSchema' | 'needs' | 'isReadOnly' | 'isConcurrencySafe' | 'maxResultChars' | 'timeoutMs';

export interface ListedTool extends Omit<AnyTool, Functions | Written> {
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly needs?: readonly string[];
  /** `input`: it depends on the input. */
  readonly isReadOnly?: boolean | 'input';
  readonly isConcurrencySafe?: boolean | 'input';
  /** JSON has no word for what is endless. */
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

/** The listing beside the module `entry`. `undefined` where there is none, or none that is true of this package: then it is loaded at start. */
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

/** `require` of an ES module: in Node 20 since 20.19, in 22 since 22.12. */
const CAN_LOAD_AT_ONCE = (process.features as { readonly require_module?: boolean }).require_module === true;

const isOf = ({ version, loadout }: PackageJson, listing: Omit<PluginListing, 'names'>) =>
  listing.version === version && listing.api === PLUGIN_API && names(listing.tools) === names(loadout?.tools ?? []);

const names = (tools: readonly { readonly name: string }[]) => tools.map((tool) => tool.name).join();
