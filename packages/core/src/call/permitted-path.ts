import type { ToolContext } from '../contract/tool.js';
import { errors } from '../errors.js';

/**
 * Returns the path that the permission decision was made on: the first of `context.permitted` with this kind. A tool opens this
 * path instead of resolving its input again, because a link may lead elsewhere by then. Contract: throws PATH_NOT_PERMITTED if
 * the call was permitted no path of this kind.
 */
export function permittedPath(context: Pick<ToolContext, 'permitted'>, kind: 'read' | 'write'): string {
  for (const access of context.permitted) if (access.kind === kind) return access.path;
  throw errors.PATH_NOT_PERMITTED({ kind });
}
