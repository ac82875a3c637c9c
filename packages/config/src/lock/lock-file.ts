import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { errors } from '../errors.js';
import { LOCK_NAME, type Lock } from './lock.js';

const HEAD = [
  '# The plugins, servers and files of agent.config.*, as they were when `loadout lock` wrote this file. Commit it.',
  '# Every run compares them with it, as `loadout lock verify` does.',
].join('\n');

/** Reads the lock beside a configuration. Returns `undefined` if there is no lock. Throws LOCK_INVALID. */
export function readLock(configDir: string): Lock | undefined {
  const file = join(configDir, LOCK_NAME);
  let data: unknown;
  try {
    data = parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw errors.LOCK_INVALID({ file, problem: (cause as Error).message.split('\n', 1)[0] ?? '' }, { cause });
  }
  if (!isMap(data) || data.version !== 1) throw errors.LOCK_INVALID({ file, problem: 'it has no version: 1' });
  const section = (name: string): Readonly<Record<string, never>> => {
    const found = data[name] ?? {};
    if (!isMap(found)) throw errors.LOCK_INVALID({ file, problem: `${name} is not a map` });
    return found as Readonly<Record<string, never>>;
  };
  const mcp = section('mcp');
  for (const [server, tools] of Object.entries(mcp)) {
    if (!isMap(tools) || Object.values(tools).some((one) => typeof one !== 'string'))
      throw errors.LOCK_INVALID({ file, problem: `mcp.${server} is not a map of tools to fingerprints` });
  }
  return { version: 1, plugins: section('plugins'), hooks: section('hooks'), mcp };
}

/** The text of a lock. Keys are sorted, so that a diff shows only real changes. */
export const lockText = (lock: Lock): string => `${HEAD}\n${stringify(lock, { sortMapEntries: true, lineWidth: 0 })}`;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
