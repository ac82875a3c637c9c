import { errors } from '../errors.js';
import { fill } from '../files/regular-file.js';
import type { ReadJob } from './read-job.js';

/**
 * All bytes of a file that is of use only as a whole. It is refused before it is loaded when it is too large, and afterwards
 * when it grew meanwhile.
 */
export function loadWhole(job: ReadJob, what: { readonly kind: string; readonly limit: number }): Buffer {
  const { file, head, shownPath: path } = job;
  if (file.stats.size > what.limit)
    throw errors.FILE_TOO_LARGE_TO_SHOW({ path, kind: what.kind, bytes: file.stats.size, limit: what.limit });
  if (job.isWhole) return head;
  const bytes = Buffer.allocUnsafe(file.stats.size + 1);
  head.copy(bytes);
  const length = head.length + fill(file.fd, bytes.subarray(head.length));
  if (length > file.stats.size) throw errors.FILE_MODIFIED({ path });
  return bytes.subarray(0, length);
}
