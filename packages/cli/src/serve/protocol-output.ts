import { Writable } from 'node:stream';
import type { Io } from '../io.js';

/**
 * Reserves standard output for the frames of a protocol. From now on, a plugin's own output goes to standard error. Secrets are
 * removed from frames as from all output.
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
