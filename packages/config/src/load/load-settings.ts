import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { settingsDir } from '@loadout/node';
import { type MapNode, startOf } from '../document/node.js';
import type { Report } from '../document/report.js';
import { readDocument } from '../read/read-document.js';
import { stripExtensions } from '../schema/strip-extensions.js';
import type { LoadOptions } from './load-options.js';

export type SettingsLayer = 'user' | 'managed';

export interface SettingsSource {
  readonly layer: SettingsLayer;
  readonly file: string;
  readonly node: MapNode;
}

/** Reads the settings files that exist, highest authority first. */
export async function readSettings(options: LoadOptions, context: { report: Report }): Promise<readonly SettingsSource[]> {
  const sources: SettingsSource[] = [];
  // A program that requests none of the user's settings gets none. The administrator's settings still apply.
  const isApart = options.claude !== undefined && !options.claude.sources.includes('user');
  for (const layer of isApart ? (['managed'] as const) : (['managed', 'user'] as const)) {
    const file = settingsFile(layer, options);
    if (isAbsent(file, layer)) continue;
    const node = await readDocument(file, { report: context.report, place: startOf(file, layer) });
    if (node !== undefined) sources.push({ layer, file, node: stripExtensions(node) });
  }
  return sources;
}

/**
 * Whether a layer has no settings. A link that leads nowhere is reported, since its rules would be missed. So is a place of the
 * administrator's that cannot be looked at; the home folder of another user, which `su` leaves in HOME, has none of this user's.
 */
function isAbsent(file: string, layer: SettingsLayer): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return layer === 'user';
  }
}

/** The path of a layer's settings, whether or not the file exists. */
export function settingsFile(layer: 'user' | 'managed', options: LoadOptions): string {
  if (layer === 'managed') return options.managedFile ?? '/etc/loadout/settings.yaml';
  return options.userFile ?? join(settingsDir(options.env), 'settings.yaml');
}
