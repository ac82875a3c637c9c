/** The subject of a fence: the worker's process, the tag of its children, the longest silence. */
export interface FencedWorker {
  readonly worker: number;
  readonly tag: string;
  readonly mostMs: number;
}

/** Reads the arguments of a fence. `undefined`: they name no worker. The process 0 would be the whole group. */
export function fencedWorker([worker, tag = '', most]: readonly string[]): FencedWorker | undefined {
  const read = { worker: Number(worker), tag, mostMs: Number(most) };
  return read.worker > 1 && tag !== '' && read.mostMs > 0 ? read : undefined;
}
