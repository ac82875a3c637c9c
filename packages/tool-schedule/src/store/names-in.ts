import { readdirSync } from 'node:fs';

/** A folder that is not there has none. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
