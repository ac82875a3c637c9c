/** The public names, by hand: adding one is a decision. */
export { type LoadPlanOptions, loadPlan } from './cache/load-plan.js';
export { errors, table as errorTable } from './errors.js';
export { findConfig } from './load/find-config.js';
export { loadConfig } from './load/lazy-load-config.js';
export type { ConfigError, LoadedConfig, LoadOptions } from './load/load-options.js';
export { type FoundManifest, readManifest } from './packages/find-package.js';
export { renderDiagnostics } from './render/render-diagnostics.js';
export type { Diagnostic } from './report.js';
export { configSchema } from './schema/json-schema.js';
export type { JudgeOptions } from './trust/judge-config.js';
export { judgeConfig, recordTrust, revokeTrust } from './trust/lazy-trust.js';
export type { TrustChange, TrustOptions, TrustPart, TrustVerdict } from './trust/verdict.js';
