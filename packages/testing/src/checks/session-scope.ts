import type { SessionScope } from '@loadout/core';
import { unusedFolder } from '../mount/set-up.js';

/** The place of a session that only creates services. */
export const sessionScope = (sessionId: string): SessionScope => ({
  sessionId,
  cwd: process.cwd(),
  roots: [process.cwd()],
  artifactDir: unusedFolder(),
  env: {},
});
