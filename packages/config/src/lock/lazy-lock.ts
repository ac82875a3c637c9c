import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '@loadout/core';
import { LOCK_NAME } from './lock.js';
import type { LockOptions } from './make-lock.js';
import type { VerifyOptions } from './verify-lock.js';

/** Before a run: what it loads is what `loadout.lock` holds. Without a lock nothing is loaded for it. Throws LOCK_CHANGED. */
export async function verifyLoaded(options: VerifyOptions): Promise<void> {
  if (existsSync(join(options.configDir, LOCK_NAME))) await (await import('./verify-lock.js')).verifyLoaded(options);
}

/** The plan with what of its MCP servers is locked: only those of their tools are offered. Throws LOCK_INVALID. Source: MCP-23. */
export async function withApprovedTools(plan: Plan): Promise<Plan> {
  if (Object.keys(plan.mcpServers ?? {}).length === 0 || !existsSync(join(plan.configDir, LOCK_NAME))) return plan;
  return (await import('./approved-tools.js')).withApprovedTools(plan);
}

/** The text of `loadout.lock` for what is here now. */
export async function makeLock(options: LockOptions): Promise<string> {
  return (await import('./make-lock.js')).makeLock(options);
}

/** What differs between `loadout.lock` and what is here, a line each. Throws LOCK_MISSING, LOCK_INVALID. */
export async function differsFromLock(options: LockOptions): Promise<readonly string[]> {
  return (await import('./make-lock.js')).differsFromLock(options);
}
