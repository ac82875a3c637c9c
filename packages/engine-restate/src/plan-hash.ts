import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '@loadout/core/run';
import { redactor } from '@loadout/runner';

/** The file beside the configuration that fixes the versions of plugins. */
const LOCK = 'loadout.lock';

/**
 * Returns the hash of a plan, its lock and the code that it runs: `codeHash` of `@loadout/lock`. Equal on every machine that has the
 * same configuration and the same code: the folder of the configuration and the values of secrets are not part of the hash.
 */
export function planHash(plan: Plan, code: string): string {
  const hide = redactor(plan.secrets) ?? ((text: string) => text);
  const lock = join(plan.configDir, LOCK);
  const text = JSON.stringify({ ...plan, secrets: [] }, (_, value: unknown) =>
    typeof value === 'string' ? hide(value).replaceAll(plan.configDir, '.') : value,
  );
  const hash = createHash('sha256').update(JSON.stringify([text, code]));
  if (existsSync(lock)) hash.update(readFileSync(lock));
  return hash.digest('hex');
}

/** The beginning of a hash, for people. */
export const shortHash = (hash: string): string => hash.slice(0, 12);
