import { rmSync } from 'node:fs';
import { unlessCode } from './paths.js';
import { regularFile } from './regular-file.js';
import { whileAlone } from './while-alone.js';

/**
 * Removes a lock file that its holder has left behind. Of two processes that find it left, the slower one would remove the file that the
 * faster one has made by then, and both would hold the lock. So one process at a time judges the content again and removes the file.
 * Others return with the file in place. `isLeft` gets the content, and the time by the clock of the file system. Contract: nobody but
 * its holder and this function removes the file.
 */
export const removeLeft = (path: string, isLeft: (content: string, now: number) => boolean): void =>
  whileAlone(path, (now) => {
    const content = unlessCode(() => regularFile(path).toString(), 'ENOENT');
    // A file that is not there now may be there in the next moment, and belong to somebody.
    if (content !== undefined && isLeft(content, now)) rmSync(path, { force: true });
  });
