/** The part that `functions.ts` loads at the first call. */
export { codeHash } from './code-hash.js';
export { withApprovedTools } from './lock-file.js';
export { lockWithServers } from './look-up-servers.js';
export { differsFromLock, isLocked, makeLock } from './make-lock.js';
export { withRegistryServers } from './registry-servers.js';
export { verifyLoaded } from './verify-lock.js';
