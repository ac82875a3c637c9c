import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { FileNames } from './file-names.js';

/**
 * Unpacks a zip file into a new folder: plain files alone, each inside of the folder. The library holds each file to the size that its
 * entry claims. Throws with a reason.
 */
export async function unpackZip(bytes: Buffer, folder: string): Promise<void> {
  const zip = await openedZip(bytes);
  const names = new FileNames();
  try {
    // A zip says its number of files at its end, and the library reads no more of them.
    names.checkCount(zip.entryCount);
    for await (const entry of entriesOf(zip)) {
      const kind = modeOf(entry) & KIND;
      names.check({ name: entry.fileName, size: entry.uncompressedSize, isOdd: ![0, FILE, FOLDER].includes(kind) });
      if (entry.isEncrypted()) throw new Error(`${JSON.stringify(entry.fileName)} is encrypted`);
      await unpack(entry, { zip, folder });
    }
  } finally {
    zip.close();
  }
}

export const openedZip = (bytes: Buffer): Promise<ZipFile> =>
  new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
    fromBuffer(bytes, options, (error, zip) => (error === null ? resolve(zip) : reject(error)));
  });

/** Reads one entry at a time, so that nothing of a list that is too long is kept. */
export async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = await new Promise<Entry | undefined>((resolve, reject) => {
      zip
        .once('entry', resolve)
        .once('end', () => resolve(undefined))
        .once('error', reject);
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (next === undefined) return;
    yield next;
  }
}

const [KIND, FILE, FOLDER, PROGRAM] = [0o170000, 0o100000, 0o040000, 0o100];
const modeOf = ({ externalFileAttributes }: Entry): number => externalFileAttributes >>> 16;

async function unpack(entry: Entry, { zip, folder }: { readonly zip: ZipFile; readonly folder: string }): Promise<void> {
  const path = join(folder, entry.fileName);
  if (entry.fileName.endsWith('/')) {
    mkdirSync(path, { recursive: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  await pipeline(
    await streamOf(entry, zip),
    createWriteStream(path, { flags: 'wx', mode: (modeOf(entry) & PROGRAM) === 0 ? 0o644 : 0o755 }),
  );
}

export const streamOf = (entry: Entry, zip: ZipFile): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => (error === null ? resolve(found) : reject(error)));
  });
