import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PermissionUpdate } from '@loadout/core';
import type { Options, SettingSource } from '../types/options.js';
import { homeOf } from './plan.js';

const SOURCES: Readonly<Record<string, SettingSource>> = {
  userSettings: 'user',
  projectSettings: 'project',
  localSettings: 'local',
};

type Settings = Record<string, unknown> & { permissions?: Record<string, unknown> };

/**
 * What somebody granted for longer than this session, written where they said. A file that this query does not read is not
 * written either: the grant then holds for the session. Source: PERM-04.
 */
export function savePermissions(updates: readonly PermissionUpdate[], options: Options): void {
  const sources = options.settingSources ?? ['user', 'project', 'local'];
  for (const update of updates) {
    const source = SOURCES[update.destination];
    if (source === undefined || !sources.includes(source)) continue;
    change(fileOf(source, options), update);
  }
}

function fileOf(source: SettingSource, { cwd, env = process.env }: Options): string {
  const project = join(resolve(cwd ?? process.cwd()), '.claude');
  if (source === 'user') return join(env.CLAUDE_CONFIG_DIR || join(homeOf(env), '.claude'), 'settings.json');
  return join(project, source === 'local' ? 'settings.local.json' : 'settings.json');
}

/** A file that cannot be read as settings is left alone. */
function change(file: string, update: PermissionUpdate): void {
  const before = read(file);
  if (before === undefined) return;
  const permissions = changed(before.permissions ?? {}, update);
  if (isDeepStrictEqual(permissions, before.permissions)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify({ ...before, permissions }, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function read(file: string): Settings | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Settings) : undefined;
  } catch {
    return undefined;
  }
}

function changed(permissions: Record<string, unknown>, update: PermissionUpdate): Record<string, unknown> {
  if (update.type === 'setMode') return { ...permissions, defaultMode: update.mode };
  const key = 'rules' in update ? update.behavior : 'additionalDirectories';
  const given = 'rules' in update ? update.rules.map(textOf) : update.directories;
  const now = Array.isArray(permissions[key]) ? (permissions[key] as string[]) : [];
  return { ...permissions, [key]: combined(update.type, { now, given }) };
}

function combined(type: PermissionUpdate['type'], { now, given }: { now: readonly string[]; given: readonly string[] }) {
  if (type.startsWith('remove')) return now.filter((one) => !given.includes(one));
  return type === 'replaceRules' ? [...given] : [...new Set([...now, ...given])];
}

const textOf = ({ toolName, ruleContent }: { readonly toolName: string; readonly ruleContent?: string | undefined }) =>
  ruleContent === undefined || ruleContent === '' ? toolName : `${toolName}(${ruleContent})`;
