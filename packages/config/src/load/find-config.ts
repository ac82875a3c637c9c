import { createRequire } from 'node:module';
import { basename, parse, resolve } from 'node:path';

const PLACES = ['yaml', 'yml', 'json', 'ts', 'js', 'mjs'].map((ending) => `agent.config.${ending}`);

interface Explorer {
  search(from: string): { readonly filepath: string } | null;
}
type ExplorerClass = new (options: Readonly<Record<string, unknown>>) => Explorer;

/** The configuration file for a folder: `explicit` if given, else the nearest one in the folder and those above it. */
export function findConfig(cwd: string, explicit?: string | undefined): string | undefined {
  if (explicit !== undefined) return resolve(cwd, explicit);
  const found = explorer().search(resolve(cwd))?.filepath;
  // At the end of its way up it also looks into its own folder in the user's home.
  return found !== undefined && PLACES.includes(basename(found)) ? found : undefined;
}

/**
 * cosmiconfig's search, without its public entry: that one loads `.config/config.js` of the current folder, and so runs code of
 * a project that nobody has trusted yet. Loaders only say that a file is there; reading is ours, with limits and positions.
 */
function explorer(): Explorer {
  const { ExplorerSync } = createRequire(import.meta.url)('cosmiconfig/dist/ExplorerSync.js') as { ExplorerSync: ExplorerClass };
  const found = () => ({});
  const endings = ['noExt', '.yaml', '.yml', '.json', '.ts', '.js', '.mjs', '.cjs'];
  return new ExplorerSync({
    moduleName: 'loadout',
    searchPlaces: PLACES,
    ignoreEmptySearchPlaces: false,
    cache: false,
    metaConfigFilePath: null,
    mergeImportArrays: true,
    mergeSearchPlaces: true,
    searchStrategy: 'global',
    stopDir: parse(resolve('/')).root,
    loaders: Object.fromEntries(endings.map((ending) => [ending, found])),
    transform: (result: unknown) => result,
  });
}
