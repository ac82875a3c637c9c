/** Public functions that load their code at the first call, so that parsers, compilers and locks cost nothing before. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema, Plan } from '@loadout/core';
import type { NewPlugin } from '../edit/edit-plugins.js';
import type { ExpectedCallsEdit } from '../edit/edit-tests.js';
import type { Imported, ImportOptions } from '../import/import-config.js';
import type { JudgeOptions } from '../load/judge-config.js';
import type { LoadedConfig, LoadOptions } from '../load/load-options.js';
import type { CodeOptions } from '../lock/code-hash.js';
import { LOCK_NAME } from '../lock/lock.js';
import type { LockOptions } from '../lock/make-lock.js';
import type { VerifyOptions } from '../lock/verify-lock.js';
import type { SchemaOptions } from '../schema/json-schema.js';
import type { FoundTests } from '../tests/find-test-files.js';
import type { LoadedTests } from '../tests/loaded-test.js';
import type { TrustExtent, TrustOptions, TrustVerdict } from '../trust/verdict.js';

/** Loads what reads, checks and changes files: one part, because a program that needs some of it soon needs the rest. */
export const loadRest = () => import('./rest.js');

/** Reads, checks and compiles a configuration. */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  return (await loadRest()).loadConfig(options);
}

/** Converts another tool's file to a configuration. */
export async function importConfig(options: ImportOptions): Promise<Imported> {
  return (await loadRest()).importConfig(options);
}

/** Returns the text of a configuration with one more plugin. */
export async function addPlugin(text: string, plugin: NewPlugin): Promise<string> {
  return (await loadRest()).addPlugin(text, plugin);
}

/** Returns the text without the plugin of that mount, or `undefined` if there is no such plugin. */
export async function removePlugin(text: string, mount: string): Promise<string | undefined> {
  return (await loadRest()).removePlugin(text, mount);
}

/** Checks before a run that the loaded parts match `loadout.lock`. Without a lock, loads no further code. Throws LOCK_CHANGED. */
export async function verifyLoaded(options: VerifyOptions): Promise<void> {
  if (existsSync(join(options.configDir, LOCK_NAME))) await (await loadRest()).verifyLoaded(options);
}

/** Returns the plan with the locked tools of its MCP servers: a run offers only these. Throws LOCK_INVALID (MCP-23). */
export async function withApprovedTools(plan: Plan): Promise<Plan> {
  if (Object.keys(plan.mcpServers ?? {}).length === 0 || !existsSync(join(plan.configDir, LOCK_NAME))) return plan;
  return (await loadRest()).withApprovedTools(plan);
}

/** Returns a hash over the code that a plan runs. */
export async function codeHash(plan: Plan, options: CodeOptions): Promise<string> {
  return (await loadRest()).codeHash(plan, options);
}

/** Returns the text of `loadout.lock` for the current state. */
export async function makeLock(options: LockOptions): Promise<string> {
  return (await loadRest()).makeLock(options);
}

/** Returns the differences between `loadout.lock` and the current state, one per line. Throws LOCK_MISSING, LOCK_INVALID. */
export async function differsFromLock(options: LockOptions): Promise<readonly string[]> {
  return (await loadRest()).differsFromLock(options);
}

/** Judges whether the parts of a configuration that wait for trust may act. */
export async function judgeConfig(options: JudgeOptions): Promise<TrustVerdict> {
  return (await loadRest()).judgeConfig(options);
}

/** Records that this user trusts the judged content, or this configuration with any future content. Throws TRUST_FOLDER_OPEN. */
export async function recordTrust(file: string, verdict: TrustVerdict, extent?: TrustExtent): Promise<void> {
  (await loadRest()).recordTrust(file, verdict, extent);
}

/** Removes the trust in a folder. Resolves to whether the folder was trusted. */
export async function revokeTrust(file: string, root: string): Promise<boolean> {
  return (await loadRest()).revokeTrust(file, root);
}

/** Reads the tests of a configuration file, and of the `*.test.yaml` files beside and below it. Throws CONFIG_INVALID. */
export async function loadTests(file: string): Promise<LoadedTests> {
  return (await loadRest()).loadTests(file);
}

/** Returns the `*.test.yaml` files below a folder, and the folders where further ones would count. */
export async function findTestFiles(folder: string): Promise<FoundTests> {
  return (await loadRest()).findTestFiles(folder);
}

/** Judges the tests that do more than a model may do: they answer with yes, or set variables or params. Runs nothing. */
export async function judgeTests(file: string, trust: TrustOptions): Promise<TrustVerdict> {
  return (await loadRest()).judgeTests(file, trust);
}

/** Returns the text of a file with tests, with other calls in a list of expected calls. */
export async function updateExpectedCalls(text: string, edit: ExpectedCallsEdit): Promise<string | undefined> {
  return (await loadRest()).updateExpectedCalls(text, edit);
}

/** Returns a value as YAML, with long texts in blocks. */
export async function yamlText(value: unknown): Promise<string> {
  return (await loadRest()).yamlText(value);
}

/**
 * Returns the JSON Schema of a configuration file, for editors. `manifests` are those of the installed plugins by package name; their options
 * are checked where `use` names them.
 */
export async function configSchema(options: SchemaOptions = {}): Promise<JsonSchema> {
  return (await loadRest()).configSchema(options);
}
