import { homedir } from 'node:os';
import { join } from 'node:path';
import { absoluteFolder } from '@loadout/core/run';
import type { LoadOptions } from './load-options.js';

/** The path of a layer's settings, whether or not the file exists. */
export function settingsFile(layer: 'user' | 'managed', options: LoadOptions): string {
  if (layer === 'managed') return options.managedFile ?? '/etc/loadout/settings.yaml';
  const base = absoluteFolder(options.env.XDG_CONFIG_HOME) ?? join(options.env.HOME || homedir(), '.config');
  return options.userFile ?? join(base, 'loadout', 'settings.yaml');
}
