import { isDeepStrictEqual } from 'node:util';
import { isObject, messageOf } from '@loadout/core';
import type { PermissionUpdate } from '@loadout/core/run';
import type { Frame } from '../frames/frame.js';
import { informational } from '../frames/status-frames.js';
import type { Options } from '../types/options.js';
import type { Settings } from '../types/settings.js';
import { readForWriting, SETTINGS_PLACES, settingsFile, sourcesOf, writeSettings } from './settings-files.js';

/**
 * Writes the permissions that somebody granted beyond this session, in the place that they chose. A file that this query does not
 * read is not written, so the grant then applies to the session (PERM-04).
 */
export function savePermissions(updates: readonly PermissionUpdate[], options: Options): void {
  const sources = sourcesOf(options);
  for (const update of updates) {
    const source = SETTINGS_PLACES[update.destination];
    if (source === undefined || !sources.includes(source)) continue;
    change(settingsFile(source, options), update);
  }
}

/** Changes a file. A file that cannot be read as settings stays unchanged. */
function change(file: string, update: PermissionUpdate): void {
  const before = readForWriting(file);
  if (before === undefined) return;
  const permissions = changed(isObject(before.permissions) ? before.permissions : {}, update);
  if (!isDeepStrictEqual(permissions, before.permissions)) writeSettings(file, { ...before, permissions });
}

function changed(permissions: Settings, update: PermissionUpdate): Settings {
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

/** Saves permissions. The change applies in this session even if the file cannot be written; the frame then says so. */
export function keptPermissions(updates: Parameters<typeof savePermissions>[0], options: Options): readonly Frame[] {
  try {
    savePermissions(updates, options);
    return [];
  } catch (error) {
    const what = `The permissions apply in this session, but could not be written to settings: ${messageOf(error)}`;
    return [informational(what, 'warning')];
  }
}
