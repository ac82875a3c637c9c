import { Writable } from 'node:stream';
import type { Io } from '../io.js';
import { shieldChildren } from './shield-children.js';

/** Reserves standard output for the frames of a protocol. Secrets are removed from frames as from all output. */
export function takeOutput(io: Pick<Io, 'frame'>): Writable {
  shieldChildren();
  return new Writable({
    decodeStrings: false,
    write: (frame: string | Buffer, _encoding, done) => io.frame(frame.toString(), done),
  });
}
