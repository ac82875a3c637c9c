import type { ToolContext } from '@loadout/core';
import { errors } from '../errors.js';

/**
 * The path that the decision was made on. A call opens this one: to resolve its input again could lead elsewhere by now.
 */
export function permittedPath(context: ToolContext, kind: 'read' | 'write'): string {
  for (const access of context.permitted) if (access.kind === kind) return access.path;
  throw errors.FILE_NOT_PERMITTED({ kind });
}
