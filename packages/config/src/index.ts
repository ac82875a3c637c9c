/** The public names, by hand: adding one is a decision. */
export { type LoadPlanOptions, loadPlan } from './cache/load-plan.js';
export { addPlugin, removePlugin } from './edit/lazy-edit.js';
export { errors, table as errorTable } from './errors.js';
export { findConfig } from './load/find-config.js';
export { loadConfig } from './load/lazy-load-config.js';
export type { ConfigError, LoadedConfig, LoadOptions } from './load/load-options.js';
export { differsFromLock, makeLock, verifyLoaded } from './lock/lazy-lock.js';
export { LOCK_NAME, type Lock, type LockedPart, type LockedPlugin } from './lock/lock.js';
export { type LockMount, lockMounts } from './lock/lock-mounts.js';
export type { LockOptions } from './lock/make-lock.js';
export type { VerifyOptions } from './lock/verify-lock.js';
export { type FoundManifest, readManifest } from './packages/find-package.js';
export { renderDiagnostics } from './render/render-diagnostics.js';
export type { Diagnostic } from './report.js';
export { configSchema } from './schema/json-schema.js';
export type { JudgeOptions } from './trust/judge-config.js';
export { judgeConfig, recordTrust, revokeTrust } from './trust/lazy-trust.js';
export type { TrustChange, TrustOptions, TrustPart, TrustVerdict } from './trust/verdict.js';
