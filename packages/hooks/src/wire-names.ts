import { createHash } from 'node:crypto';
import { wireNames } from '@loadout/core/run';

/** The names of the tools of MCP servers. */
export const { wireName } = wireNames((text) => createHash('sha256').update(text).digest('hex'));
