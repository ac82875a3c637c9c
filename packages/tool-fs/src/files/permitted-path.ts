import type { ToolContext } from '@loadout/core';
import { errors } from '../errors.js';

/** Returns the path that was permitted. A call opens this path, because the input could now resolve to another one. */
export function permittedPath(context: ToolContext, kind: 'read' | 'write'): string {
  for (const access of context.permitted) if (access.kind === kind) return access.path;
  throw errors.FILE_NOT_PERMITTED({ kind });
}
