import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar as readTar } from 'modern-tar';
import { FileNames, MOST_BYTES } from './file-names.js';

const PROGRAM = 0o100;

/** Unpacks a tar file that gzip packed into a new folder: plain files alone, each inside of the folder. Throws with a reason. */
export async function unpackTar(bytes: Buffer, folder: string): Promise<void> {
  const names = new FileNames();
  for (const { header, data = new Uint8Array() } of await readTar(gunzipSync(bytes, { maxOutputLength: MOST_BYTES }))) {
    const { name, size, mode = 0, type = 'file' } = header;
    names.check({ name, size, isOdd: type !== 'file' && type !== 'directory' });
    const path = join(folder, name);
    mkdirSync(type === 'file' ? dirname(path) : path, { recursive: true });
    if (type === 'file') writeFileSync(path, data, { flag: 'wx', mode: (mode & PROGRAM) === 0 ? 0o644 : 0o755 });
  }
}
