import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { flatten } from '../document/flatten.js';
import { dotted, positionIn } from '../document/node.js';
import { errors } from '../errors.js';
import { sha256 } from '../read/path-state.js';
import { excerptOf } from './excerpts.js';
import { portable } from './foreign-plugin.js';
import type { Part } from './gate.js';
import { type NamedFiles, type NamedFilesContext, namedFiles } from './named-files.js';
import { type PackageContext, packageOf } from './package-part.js';
import type { TrustPart } from './verdict.js';
import type { WatchedPaths } from './watched-paths.js';

const NOTHING: NamedFiles = { files: [], excerpts: [], absent: [] };
const MAX_FILES = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns each part with the hashes of the files that it names, and one hash over all parts. Throws TRUST_TOO_LARGE. */
export function fingerprint(
  parts: readonly Part[],
  context: Omit<NamedFilesContext, 'hash'> & Pick<PackageContext, 'pluginOf'>,
): { readonly parts: readonly TrustPart[]; readonly hash: string } {
  const { root, watched } = context;
  const hash = hasher(root, watched);
  const made = parts.map((part): TrustPart => {
    const keys = part.plugin === undefined ? part.path : ['plugins', part.plugin.mount, ...part.path];
    const path = dotted(keys);
    const value = portable(flatten(part.node).data, part.plugin?.places ?? []);
    const named = part.reads === undefined ? namedFiles(part, { ...context, hash }) : NOTHING;
    const files = [
      ...named.files.map((file) => ({ path: relative(root, file), sha256: hash(file) })),
      ...named.excerpts.flatMap((one) => {
        const text = excerptOf(one, watched.content(one.file));
        return text === '' ? [] : [{ path: `${relative(root, one.file)} (${one.what})`, sha256: sha256(text) }];
      }),
    ];
    const absent = named.absent.map((file) => relative(root, file));
    const loaded = packageOf(part, { ...context, hash, sum: sha256 });
    return {
      path,
      keys,
      value,
      position: positionIn(part.node.place),
      files,
      ...(absent.length === 0 ? {} : { absent }),
      ...(part.reads === undefined ? {} : { reads: part.reads }),
      ...(loaded === undefined ? {} : { package: loaded }),
      sha256: sha256(canonical([path, value, files, ...(loaded === undefined ? [] : [loaded])])),
    };
  });
  return { parts: made, hash: sha256(canonical(['loadout trust 2', made.map((part) => part.sha256)])) };
}

/** Hashes each file once, within limits, so that a large project cannot keep the check busy forever. */
function hasher(root: string, watched: WatchedPaths): (file: string) => string {
  const known = new Map<string, string>();
  let bytes = 0;
  return (file) => {
    const seen = known.get(file);
    if (seen !== undefined) return seen;
    bytes += statSync(file).size;
    if (known.size >= MAX_FILES || bytes > MAX_BYTES)
      throw errors.TRUST_TOO_LARGE({ root, files: MAX_FILES, mebibytes: MAX_BYTES / 1024 / 1024 });
    const hash = sha256(watched.content(file));
    known.set(file, hash);
    return hash;
  };
}

/** JSON in which the order of a map's keys does not matter. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
