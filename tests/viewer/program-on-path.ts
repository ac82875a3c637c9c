import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program. Throws for a program that is not installed: these tests are left out where it is missing. */
export function programOnPath(name: string): string {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`There is no ${name} on the PATH. Install it, or leave out npm run test:viewer.`);
  return found;
}
