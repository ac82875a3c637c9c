import { errors as configErrors, type LoadedConfig } from '@loadout/config';
import { nearest } from '@loadout/core';
import { errors } from '../errors.js';
import { partsOff } from './parts-off.js';

type Loaded = Pick<LoadedConfig, 'plan' | 'trust'>;

/** Keys of servers that are off until the configuration is trusted. */
export const serversOff = (loaded: Pick<Loaded, 'trust'>): readonly string[] => [...partsOff(loaded, 'mcpServers').keys()].sort();

/** Checks that a server exists and is on. Throws MCP_KEY_UNKNOWN, TRUST_NEEDED. */
export function checkServer(loaded: Loaded, key: string): void {
  const off = serversOff(loaded);
  const known = Object.keys(loaded.plan.mcpServers ?? {});
  if (known.includes(key)) return;
  if (loaded.trust !== undefined && off.includes(key)) {
    const { config, hash } = loaded.trust;
    throw configErrors.TRUST_NEEDED({ config, hash, what: `mcpServers.${key} is off until then` });
  }
  const available = [...known, ...off].sort();
  throw errors.MCP_KEY_UNKNOWN({ key, nearest: nearest(key, available), available });
}
