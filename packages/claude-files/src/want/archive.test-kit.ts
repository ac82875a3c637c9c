import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

export interface TarFile {
  readonly name: string;
  readonly text?: string;
  /** `0` is a file, `2` a link, `5` a folder. */
  readonly type?: string;
  readonly mode?: number;
}

/** A tar file that gzip packed, also one that no tool would write. */
export function tgz(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ name, text = '', type = '0', mode = 0o644 }) => {
    const head = Buffer.alloc(512);
    const size = Buffer.byteLength(text);
    head.write(name, 0);
    head.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
    head.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
    head.write(' '.repeat(8), 148);
    head.write(type, 156);
    head.write('ustar\x0000', 257);
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [head, Buffer.from(text), Buffer.alloc((512 - (size % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** A server on loopback for one test. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
