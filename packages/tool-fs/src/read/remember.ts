import { type Extent, hashOf, ReadState } from '../read-state.js';
import type { ReadJob } from './read-job.js';

/** Notes how much of the file the model has seen. `bytes` are given when they are all of it. Source: TOOL-READ-10. */
export function remember(job: ReadJob, view: { readonly extent: Extent; readonly bytes?: Uint8Array | undefined }): void {
  const { mtimeMs, size } = job.file.stats;
  const hash = view.bytes === undefined ? undefined : hashOf(view.bytes);
  job.context.find(ReadState)?.record(job.path, { mtimeMs, size, hash, extent: view.extent });
}
