import { installFix, misspeltPackage } from '@loadout/core/run';

interface FirstPartyPlugin {
  readonly mount: string;
  readonly use: string;
  readonly tools: readonly string[];
  /** Other names of its tools, which files of other programs use. */
  readonly aliases: readonly string[];
}

/** JSON, written in by the build and by vitest from the manifests of the packages (`configs/first-party.js`). */
declare const __FIRST_PARTY_PLUGINS__: string;
declare const __FIRST_PARTY_PACKAGES__: string;

const PACKAGES: readonly string[] = JSON.parse(__FIRST_PARTY_PACKAGES__);

/** Returns the fix for a package that is not installed. */
export const fixForMissing = (use: string): string => installFix(use, PACKAGES);

/** Says which of Loadout's packages a name probably means; `undefined` if there is nothing to say. */
export const misspelt = (use: string): string | undefined => misspeltPackage(use, PACKAGES);

/** The tools of Loadout's own plugins, for the fix of an error if the plugin is not mounted, or not installed. */
const FIRST_PARTY: readonly FirstPartyPlugin[] = JSON.parse(__FIRST_PARTY_PLUGINS__);

export const firstPartyTools: readonly string[] = FIRST_PARTY.flatMap((plugin) => plugin.tools);

/** Returns the plugin that offers a tool under this name, or under this alias. */
export const firstPartyPlugin = (tool: string) =>
  FIRST_PARTY.find(({ tools }) => tools.includes(tool)) ?? FIRST_PARTY.find(({ aliases }) => aliases.includes(tool));

export const toolsOfPackage = (use: string): readonly string[] => FIRST_PARTY.find((plugin) => plugin.use === use)?.tools ?? [];
