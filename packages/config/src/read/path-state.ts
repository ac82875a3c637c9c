import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { kindOf } from './path-kind.js';

/** The state of a path. For a folder, its names; for a file, its bytes and its real path, since a link can change its target. */
export function stateOf(path: string): string {
  try {
    const kind = kindOf(path);
    if (kind === 'folder') return `folder ${sha256(readdirSync(path).sort().join('\0'))}`;
    return kind === 'file' ? contentState(path, readFileSync(path)) : kind;
  } catch {
    return 'closed';
  }
}

/** The state of a file with this content. */
export const contentState = (file: string, content: Buffer): string =>
  `file ${sha256(Buffer.concat([Buffer.from(`${realpathSync.native(file)}\0`), content]))}`;

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
