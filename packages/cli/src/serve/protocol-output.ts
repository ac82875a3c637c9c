import { Writable } from 'node:stream';
import type { Io } from '../io.js';

/**
 * Standard output for the frames of a protocol and nothing else: what a plugin writes there by itself goes to standard error
 * from now on. Secrets are left out of frames as of all that is printed.
 */
export function takeOutput(io: Pick<Io, 'redact'>, process: Pick<NodeJS.Process, 'stdout' | 'stderr'>): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return new Writable({
    decodeStrings: false,
    write(frame: string | Buffer, _encoding, done) {
      const text = frame.toString();
      write(io.redact?.(text) ?? text, done);
    },
  });
}
