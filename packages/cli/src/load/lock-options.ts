import type { LoadedConfig } from '@loadout/config';
import type { LockOptions } from '@loadout/lock';
import type { Io } from '../io.js';
import { type TrustFlags, trustOptions } from './settle-trust.js';

/** The content of a lock: everything that the configuration names, trusted or not. */
export function lockOptions(
  { plan, mounts }: LoadedConfig,
  { flags, io }: { readonly flags: TrustFlags; readonly io: Io },
): LockOptions {
  const { configDir, configFile = '' } = plan;
  return { configFile, configDir, mounts, env: io.env, trust: trustOptions(flags, io) };
}
