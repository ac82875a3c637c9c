import { mkdirSync } from 'node:fs';

/** Unpacks a zip file, or a tar file that gzip packed. Throws with a reason; files can be there then. */
export async function unpackArchive(bytes: Buffer, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) await (await import('./unpack-tar.js')).unpackTar(bytes, folder);
  else await (await import('./unpack-zip.js')).unpackZip(bytes, folder);
}
