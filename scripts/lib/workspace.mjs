import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Every package of the workspace: `{ name, dir, json }`. `name` is the name of its folder. */
export function packagesOf(root) {
  const folder = join(root, 'packages');
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, dir: join(folder, name) }))
    .filter(({ dir }) => existsSync(join(dir, 'package.json')))
    .map((found) => ({ ...found, json: readJson(join(found.dir, 'package.json')) }));
}

/** The built module of a package, or `undefined` for a package without one. Throws if the package is not built yet. */
export async function builtModule({ dir, json }) {
  const entry = json.exports?.['.']?.default;
  if (entry === undefined) return undefined;
  const file = join(dir, entry);
  if (!existsSync(file)) throw new Error(`${json.name} is not built: ${entry} is missing. Repair: npm run build`);
  return import(pathToFileURL(file).href);
}

/** Whether a script was started directly. A test imports the script instead. */
export const isMain = (url) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(url));

/** Prints the problems and sets the exit code, or prints that there are none. */
export function conclude(problems, { good, repair }) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(repair);
    process.exitCode = 1;
  } else console.log(good);
}
