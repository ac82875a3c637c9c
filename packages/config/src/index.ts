/** The public names, by hand: adding one is a decision. */

export {
  changePersonal,
  configSchema,
  judgeConfig,
  loadConfig,
  recordTrust,
  revokeTrust,
} from './api/functions.js';
export { type LoadPlanOptions, loadPlan } from './api/load-plan.js';
export { folderOf, LOCK_NAME } from './document/folder-of.js';
export { outsideProfile } from './document/node.js';
export { renderDiagnostics } from './document/render-diagnostics.js';
export type { Diagnostic } from './document/report.js';
export { errors, table as errorTable } from './errors.js';
export type { ClaudeOptions, ClaudePlugin, ClaudePluginDir, ClaudeSource, LoadedClaude } from './foreign/claude-options.js';
export type { ChangedPersonal, PersonalChange } from './load/change-personal.js';
export { configsIn, findConfig } from './load/find-config.js';
export type { ConfigError, LoadedConfig, LoadOptions } from './load/load-options.js';
export { personalFile } from './load/personal-places.js';
export type { JudgeOptions } from './load/read-judged.js';
export { type FoundManifest, readManifest } from './packages/find-package.js';
export { misspelt } from './packages/first-party.js';
export { type LockMount, lockMounts } from './packages/lock-mounts.js';
export { type PluginCommand, pluginCommands } from './packages/plugin-commands.js';
export { serverKey, serverPrefix, serverRule } from './packages/wire-names.js';
export { jsonValue } from './read/parse-json.js';
export type { TrustChange, TrustExtent, TrustOptions, TrustPart, TrustVerdict } from './trust/verdict.js';
export { chosenKeys, isTold, openVerdicts, partsOff } from './trust/verdict.js';
export { MOUNT_NAME } from './validate/names.js';
