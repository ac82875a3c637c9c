import { Writable } from 'node:stream';
import type { EngineProcess } from './engine-process.js';

/** Standard output as a stream of frames. Secrets are removed from frames as from all output. */
export const takeOutput = (io: Pick<EngineProcess, 'frame'>): Writable =>
  new Writable({
    decodeStrings: false,
    write: (frame: string | Buffer, _encoding, done) => io.frame(frame.toString(), done),
  });
