/** The public names, by hand: adding one is a decision. */

export type { CodeOptions } from './code-hash.js';
export { errors, table as errorTable } from './errors.js';
export {
  codeHash,
  differsFromLock,
  isLocked,
  lockedPlan,
  lockWithServers,
  makeLock,
  withRegistryServers,
} from './functions.js';
export type { Lock, LockedPart, LockedPlugin } from './lock.js';
export type { ServerLookup } from './look-up-servers.js';
export type { LockOptions, ServersNow } from './make-lock.js';
export type { VerifyOptions } from './verify-lock.js';
