import { resolvePlugin } from '@loadout/runner';
import { errors } from '../errors.js';

/** The packages that the command uses only for some of its work. They are plugins, so they are found where plugins are. */
interface Packages {
  readonly '@loadout/mcp': typeof import('@loadout/mcp');
  readonly '@loadout/tool-schedule': typeof import('@loadout/tool-schedule');
}

interface Wanted<Use extends keyof Packages> {
  readonly configDir: string;
  /** The command that needs the package, for messages. */
  readonly needs: string;
  /** The names that it must export: an older version may lack one. */
  readonly names: readonly (keyof Packages[Use])[];
}

/** Throws PACKAGE_MISSING, and PACKAGE_OLD for one that lacks a name. */
export async function loadPackage<Use extends keyof Packages>(
  use: Use,
  { configDir, needs, names }: Wanted<Use>,
): Promise<Packages[Use]> {
  const url = resolvePlugin(use, configDir);
  if (url === undefined) throw errors.PACKAGE_MISSING({ use, needs });
  const loaded = (await import(url)) as Packages[Use];
  if (names.some((name) => loaded[name] === undefined)) throw errors.PACKAGE_OLD({ use, needs });
  return loaded;
}
