import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const MOST_ENTRIES = 20_000;

/**
 * A file below a folder that a deny or ask rule covers, links not followed; `undefined` if there is none. Throws for a folder with
 * too many files.
 */
export function deniedBelow(folder: string, mayRead: (path: string) => boolean, most = MOST_ENTRIES): string | undefined {
  const waiting = [folder];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (++seen > most) throw new Error(`${folder} holds more than ${most} entries`);
      if (entry.isDirectory()) waiting.push(path);
      else if (!mayRead(path)) return path;
    }
  return undefined;
}
