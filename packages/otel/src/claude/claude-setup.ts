import { createHash } from 'node:crypto';
import type { HostSetup } from '@loadout/runner';
import type { Attributes } from '../attributes.js';
import type { ClaudeSettings } from './claude-settings.js';

const HIDDEN = 'third-party';

/** The attributes of a plugin folder. Its name is sent only where details of tools are; the hash tells plugins apart without it. */
export function loaded({ name, version }: HostSetup['plugins'][number], { sendsTools }: ClaudeSettings): Attributes {
  return {
    'plugin.name': sendsTools ? name : HIDDEN,
    'plugin.version': sendsTools ? version : undefined,
    'plugin.scope': 'user-local',
    enabled_via: 'user-install',
    plugin_id_hash: createHash('sha256').update(name).digest('hex').slice(0, 16),
  };
}

/** The attributes of the settings that a program imposes. Files of a machine's policy are not read here, and no helper runs. */
export const managed = ({ hasManagedSettings }: HostSetup): Attributes => ({
  'managed_settings.trigger': 'startup',
  'managed_settings.sources': hasManagedSettings ? ['parent'] : [],
  'managed_settings.source_behavior': 'first-wins',
  'managed_settings.helper.state': 'none',
  'managed_settings.helper.applied': 'none',
});
