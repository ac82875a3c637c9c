import { jsonFlag } from '@loadout/core/commands';
import type { Definition } from './definition.js';

export const authStatus = {
  name: 'auth status',
  group: 'more',
  summary: 'Show which credential programs of the Agent SDKs would use here, without the credential itself.',
  positionals: [],
  flags: [jsonFlag],
  details: ['The exit code is 1 if there is none. Editors ask this before a session.'],
} as const satisfies Definition;
