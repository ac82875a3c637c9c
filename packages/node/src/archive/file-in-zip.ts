import { buffer } from 'node:stream/consumers';

export interface FileWish {
  readonly name: string;
  /** The most bytes of the file. */
  readonly most: number;
}

/** Reads one file of a zip file without unpacking it. `undefined`: it is not there. Throws with a reason. */
export async function fileInZip(bytes: Buffer, { name, most }: FileWish): Promise<Buffer | undefined> {
  const { entriesOf, openedZip, streamOf } = await import('./unpack-zip.js');
  const zip = await openedZip(bytes);
  try {
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName !== name) continue;
      if (entry.isEncrypted()) throw new Error(`${name} is encrypted`);
      if (entry.uncompressedSize > most) throw new Error(`${name} has more than ${most} bytes`);
      return await buffer(await streamOf(entry, zip));
    }
    return undefined;
  } finally {
    zip.close();
  }
}
