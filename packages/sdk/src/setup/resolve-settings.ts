import { isObject } from '@loadout/core';
import type { SettingSource } from '../types/options.js';
import type {
  DeniedModelsMatch,
  ProvenanceEntry,
  ResolvedSettingSource,
  ResolvedSettings,
  ResolveSettingsOptions,
  Settings,
} from '../types/settings.js';
import { readSettings, settingsFile, sourcesOf } from './settings-files.js';

/**
 * Returns the settings that a query would read, unconverted, without starting one. The result is not a trust decision: it
 * includes a project's settings that need trust. Contract: a file that cannot be read as settings is left out.
 */
export async function resolveSettings(options: ResolveSettingsOptions = {}): Promise<ResolvedSettings> {
  const { cwd, managedSettings, serverManagedSettings } = options;
  const files = sourcesOf(options).map((source) => fromFile(source, cwd));
  const managed = [narrowing(managedSettings ?? {}), serverManagedSettings ?? {}].map((settings) => ({
    source: 'managed' as const,
    settings,
  }));
  const sources = [...files, ...managed].filter(({ settings }) => Object.keys(settings).length > 0);
  const provenance: Record<string, ProvenanceEntry> = {};
  for (const { settings, ...from } of sources) for (const key of Object.keys(settings)) provenance[key] = from;
  return { effective: sources.reduce<Settings>((all, { settings }) => over(all, settings), {}), provenance, sources };
}

function fromFile(source: SettingSource, cwd: string | undefined) {
  const path = settingsFile(source, { cwd });
  return { source: source as ResolvedSettingSource, settings: readSettings(path) ?? {}, path };
}

function over(below: Settings, above: Settings): Settings {
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) merged[key] = joined(merged[key], value);
  return merged;
}

function joined(below: unknown, above: unknown): unknown {
  if (isObject(below) && isObject(above)) return over(below, above);
  return Array.isArray(below) && Array.isArray(above) ? [...new Set([...below, ...above])] : above;
}

const NARROWING = ['deny', 'ask', 'disableBypassPermissionsMode'];

/** The settings that the operator of a program may impose on the user: only narrowing ones. */
function narrowing({ permissions, sandbox, ...rest }: Settings): Settings {
  const kept = isObject(permissions) ? Object.entries(permissions).filter(([key]) => NARROWING.includes(key)) : [];
  const locks = Object.entries(rest).filter(
    ([key, value]) => /^(?:allowManaged\w+Only|disableAllHooks)$/.test(key) && value === true,
  );
  return {
    ...Object.fromEntries(locks),
    ...(kept.length === 0 ? {} : { permissions: Object.fromEntries(kept) }),
    ...(isObject(sandbox) && sandbox.enabled !== false ? { sandbox } : {}),
  };
}

const WIDE = ['bypassPermissions', 'auto', 'acceptEdits'];

/** Returns `effective` without a mode that is wider than `default`, if a file of the project set it. */
export function filterEscalatingDefaultMode({ effective, sources }: ResolvedSettings): Settings {
  const modeIn = ({ permissions }: Settings) => (isObject(permissions) ? permissions.defaultMode : undefined);
  const last = sources.findLast(({ settings }) => modeIn(settings) !== undefined);
  if (last?.source !== 'project' || !WIDE.includes(String(modeIn(last.settings)))) return effective;
  const { defaultMode: _, ...permissions } = effective.permissions as Settings;
  return { ...effective, permissions };
}

/**
 * Returns which models a list names by their own names. Contract: never throws. This engine refuses no model because of such a
 * list.
 */
export async function matchDeniedModels(
  models: readonly string[],
  deniedModels: readonly string[] | undefined,
): Promise<DeniedModelsMatch> {
  const entries = Array.isArray(deniedModels) ? deniedModels.map(String) : [];
  const asked = Array.isArray(models) ? models.map(String) : [];
  const warnings = entries.length === 0 ? [] : ['deniedModels does not count here: no query is refused for it.'];
  return { denied: asked.map((model) => entries.includes(model)), warnings };
}
