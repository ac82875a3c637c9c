import { resolvePlugin } from '@loadout/runner';
import { errors } from '../errors.js';

/** The packages that only some commands use. They are plugins, so they are resolved like plugins. */
interface Packages {
  readonly '@loadout/engine-restate': typeof import('@loadout/engine-restate');
  readonly '@loadout/mcp': typeof import('@loadout/mcp');
  readonly '@loadout/tool-schedule': typeof import('@loadout/tool-schedule');
}

interface Wanted<Use extends keyof Packages> {
  readonly configDir: string;
  /** The command that needs the package, for messages. */
  readonly needs: string;
  /** The exports that the command needs. An older version may lack some of them. */
  readonly names: readonly (keyof Packages[Use])[];
}

/** Loads a package. Throws PACKAGE_MISSING, and PACKAGE_OLD for a version without a needed export. */
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
