import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unlessCode } from '@loadout/node';

/** Returns the day of a time in UTC, as `2026-11-23`. Days do not depend on the time zone of a process. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const dayFile = (dir: string, day: string): string => join(dir, `${day}.jsonl`);

/** Returns the days of a ledger, oldest first. A folder that does not exist has none. */
export function ledgerDays(dir: string): readonly string[] {
  return (unlessCode(() => readdirSync(dir), 'ENOENT') ?? [])
    .filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name))
    .map((name) => name.slice(0, 10))
    .sort();
}
