import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { createWhole } from '@loadout/node';
import type { ArtifactPaths } from './artifact-paths.js';

/** A piece of a long result on its way into the engine. */
export interface ResultPart {
  /** The path below the folder of the session's results. */
  readonly path: string;
  /** The size of the file. */
  readonly bytes: number;
  /** The number of this part, from 1, and of all parts. A file that is not kept has no part. */
  readonly part: number;
  readonly parts: number;
  /** Compressed, as base64. */
  readonly text: string;
}

/** A long result that the engine has. */
export type KeptResult = Pick<ResultPart, 'path' | 'bytes' | 'parts'>;

/** The most bytes of one long result that travels with its session. */
export const MOST_RESULT = 8 * 1024 * 1024;
/** The most parts of a session: 32 MiB, compressed. */
export const MOST_PARTS = 64;
const PART = 512 * 1024;

/** The entry of the state with a part. A path may be longer than the name of an entry. */
export const partName = (path: string, part: number): string =>
  `result ${createHash('sha256').update(path).digest('hex').slice(0, 32)} ${part}`;

/** Reads a file as parts. A file that is too large, or for which there is no room, is one part without a text. */
export async function partsOf(
  path: string,
  { paths, room }: { readonly paths: ArtifactPaths; readonly room: number },
): Promise<readonly ResultPart[]> {
  const file = join(paths.local, path);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return [];
  const none: ResultPart = { path, bytes: stat.size, part: 0, parts: 0, text: '' };
  if (stat.size > MOST_RESULT) return [none];
  const text = (await promisify(gzip)(await readFile(file))).toString('base64');
  const parts = Math.ceil(text.length / PART);
  if (parts > room) return [none];
  return Array.from({ length: parts }, (_, at) => ({
    path,
    bytes: stat.size,
    part: at + 1,
    parts,
    text: text.slice(at * PART, (at + 1) * PART),
  }));
}

/** Writes a long result of another worker, or the reason why it is not there. An existing file stays as it is. */
export async function writeResult(
  { path, bytes, parts }: KeptResult,
  { paths, texts }: { readonly paths: ArtifactPaths; readonly texts: readonly string[] | undefined },
): Promise<void> {
  const file = join(paths.local, path);
  const content =
    parts === 0 || texts === undefined
      ? Buffer.from(missing(bytes))
      : await promisify(gunzip)(Buffer.from(texts.join(''), 'base64'));
  createWhole(file, content);
}

const missing = (bytes: number): string =>
  `This output of ${bytes} bytes is on the machine of an earlier worker. At most ${MOST_RESULT} bytes of an output, and ${MOST_PARTS / 2} MiB of a session, travel to the next worker. Repeat the call if its output is needed, and write the output to a file of the workspace.\n`;

export const isHere = (path: string, { local }: ArtifactPaths): boolean =>
  lstatSync(join(local, path), { throwIfNoEntry: false }) !== undefined;
