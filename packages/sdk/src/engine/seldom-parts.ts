import { informational } from '../frames/status-frames.js';
import { planned } from '../setup/prepare.js';
import { isSettings, readSettings, SETTINGS_PLACES, settingsFile, writeSettings } from '../setup/settings-files.js';
import { serverStatus, serversOf } from './control/servers.js';
import { applySettings } from './control/settings.js';
import type { Engine } from './engine.js';

/**
 * What answers to rare requests need of the engine. It is handed to them: what they imported would be split off, when this
 * package is built, from what every query loads, into more files to load.
 */
export const seldomParts = {
  applySettings,
  informational,
  isSettings,
  planned,
  readSettings,
  serverStatus,
  serversOf,
  settingsFile,
  settingsPlaces: SETTINGS_PLACES,
  writeSettings,
} as const;

export interface Seldom {
  readonly engine: Engine;
  readonly parts: typeof seldomParts;
}
