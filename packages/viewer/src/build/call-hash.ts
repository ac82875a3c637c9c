import { createHash } from 'node:crypto';
import { canonicalJson } from '@loadout/node';

/** A hash of a tool and its input that does not depend on the order of fields. */
export const callHash = (tool: string, input: unknown): string =>
  createHash('sha256')
    .update(`${tool}\n${canonicalJson(input) ?? ''}`)
    .digest('hex')
    .slice(0, 16);
