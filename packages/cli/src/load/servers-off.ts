import type { LoadedConfig } from '@loadout/config';
import { partsOff } from './parts-off.js';

/** Keys of servers that are off until the configuration is trusted. */
export const serversOff = (loaded: Pick<LoadedConfig, 'trust'>): readonly string[] =>
  [...partsOff(loaded, 'mcpServers').keys()].sort();
