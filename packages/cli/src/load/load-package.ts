import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { resolvePlugin } from '@loadout/runner';
import { errors } from '../errors.js';

/** The packages that only some commands use. */
interface Packages {
  readonly '@loadout/claude-files': typeof import('@loadout/claude-files');
  readonly '@loadout/engine-restate': typeof import('@loadout/engine-restate');
  readonly '@loadout/mcp': typeof import('@loadout/mcp');
  readonly '@loadout/serve': typeof import('@loadout/serve');
  readonly '@loadout/viewer': typeof import('@loadout/viewer');
}

interface Wanted<Use extends keyof Packages> {
  /** The command that needs the package, for messages. */
  readonly needs: string;
  /** The exports that the command needs. An older version may lack some of them. */
  readonly names: readonly (keyof Packages[Use])[];
  /**
   * The folder of a trusted configuration that loads the package itself. Without it, the package is the one that is installed with
   * this command: a package in the folder of a project is code of the project.
   */
  readonly configDir?: string | undefined;
}

const { resolve } = createRequire(import.meta.url);

/** Loads a package. Throws PACKAGE_MISSING, and PACKAGE_OLD for a version without a needed export. */
export async function loadPackage<Use extends keyof Packages>(
  use: Use,
  { configDir, needs, names }: Wanted<Use>,
): Promise<Packages[Use]> {
  const url = configDir === undefined ? ownModule(use) : resolvePlugin(use, configDir);
  if (url === undefined) throw errors.PACKAGE_MISSING({ use, needs });
  const loaded = (await import(url)) as Packages[Use];
  if (names.some((name) => loaded[name] === undefined)) throw errors.PACKAGE_OLD({ use, needs });
  return loaded;
}

function ownModule(use: string): string | undefined {
  try {
    return pathToFileURL(resolve(use)).href;
  } catch {
    return undefined;
  }
}
