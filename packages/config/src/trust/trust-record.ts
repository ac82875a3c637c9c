import { lstatSync, readFileSync } from 'node:fs';
import { isLoadoutError, isObject, messageOf } from '@loadout/core';
import { errors } from '../errors.js';
import { forgetTexts, keepTexts, readKept, textChanges } from './kept-texts.js';
import { folderIdentity, openToOthers } from './own-folder-only.js';
import { whileHeld, writePrivate } from './private-file.js';
import type { TrustChange, TrustExtent, TrustOptions, TrustPart, TrustVerdict } from './verdict.js';

/** The decisions of this user: by folder, then by configuration. */
interface Trusted {
  readonly hash: string;
  readonly at: string;
  /** The hash of each part by its path, so that a change can be named. */
  readonly parts: Readonly<Record<string, string>>;
  /** The identity of a folder that is trusted with any future content. Absent: only this content is trusted. */
  readonly folder?: string | undefined;
  /** If true, the person did not review the file: Loadout wrote it. The entry counts only while git does not track the file. */
  readonly unlessTracked?: true | undefined;
}

interface TrustRecord {
  readonly version: 1;
  readonly folders: Readonly<Record<string, Readonly<Record<string, Trusted>>>>;
}

const EMPTY: TrustRecord = { version: 1, folders: {} };

/**
 * Reads the record. Throws TRUST_RECORD for a file that another user could have written; a file that git checks out is never
 * private; and TRUST_STORE for a folder in which nothing can be read, such as one below a plain file (F26).
 */
function readRecord(file: string): TrustRecord {
  const stat = stored(file, () => lstatSync(file, { throwIfNoEntry: false }));
  if (stat === undefined) return EMPTY;
  const isOwn = process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0);
  if (!stat.isFile() || !isOwn) throw errors.TRUST_RECORD({ file, problem: 'it is not a private file of yours' });
  try {
    const record: unknown = JSON.parse(stored(file, () => readFileSync(file, 'utf8')));
    if (isRecord(record)) return record;
  } catch (cause) {
    if (isLoadoutError(cause)) throw cause;
    throw errors.TRUST_RECORD({ file, problem: (cause as Error).message }, { cause });
  }
  throw errors.TRUST_RECORD({ file, problem: 'its format is unknown' });
}

function stored<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw errors.TRUST_STORE({ file, problem: messageOf(cause) }, { cause });
  }
}

const isRecord = (value: unknown): value is TrustRecord => isObject(value) && value.version === 1 && isObject(value.folders);

type Subject = Pick<TrustVerdict, 'root' | 'config'>;

export function trustedBefore(file: string, { root, config }: Subject): Trusted | undefined {
  const folder = own(readRecord(file).folders, root);
  return folder === undefined ? undefined : own(folder, config);
}

/** Records trust. Throws TRUST_FOLDER_OPEN if any future content is to be trusted and others can write to the folder. */
export const recordTrust = (file: string, verdict: TrustVerdict, extent?: TrustExtent): void =>
  whileHeld(file, () => recordHeld(file, verdict, extent));

/** Records trust as `recordTrust` does, for a caller that holds the record. */
export function recordHeld(file: string, verdict: TrustVerdict, extent: TrustExtent | 'unlessTracked' = 'content'): void {
  const { root, config, hash, parts } = verdict;
  const problem = extent === 'folder' ? openToOthers(verdict) : undefined;
  if (problem !== undefined) throw errors.TRUST_FOLDER_OPEN({ problem });
  const record = readRecord(file);
  const limit = extent === 'folder' ? { folder: folderIdentity(root) } : extent === 'content' ? {} : { [extent]: true as const };
  const trusted: Trusted = { hash, at: new Date().toISOString(), parts: hashesOf(parts), ...limit };
  const folders = { ...record.folders, [root]: { ...own(record.folders, root), [config]: trusted } };
  stored(file, () => {
    write(file, { ...record, folders });
    keepTexts(file, verdict);
  });
}

/** Whether the folder is trusted with any future content, is still the same folder, and is writable only by this user. */
const isStanding = (before: Trusted | undefined, subject: Subject): boolean =>
  before?.folder !== undefined && before.folder === folderIdentity(subject.root) && openToOthers(subject) === undefined;

/** Removes a folder with all its configurations. Returns whether there was an entry. */
export const revokeTrust = (file: string, root: string): boolean => whileHeld(file, () => revokeHeld(file, root));

function revokeHeld(file: string, root: string): boolean {
  const record = readRecord(file);
  const { [root]: removed, ...folders } = record.folders;
  stored(file, () => {
    for (const config of Object.keys(removed ?? {})) forgetTexts(file, { root, config });
    if (removed !== undefined) write(file, { ...record, folders });
  });
  return removed !== undefined;
}

function changesSince(
  before: Trusted,
  parts: readonly TrustPart[],
  { file, root, config }: Subject & { readonly file: string },
): readonly TrustChange[] {
  const now = hashesOf(parts);
  const kept = readKept(file, { root, config });
  const byPath = Object.fromEntries([...parts].reverse().map((part) => [part.path, part]));
  const textsOf = (path: string) => textChanges(own(kept, path), own(byPath, path), root);
  return [...new Set([...Object.keys(now), ...Object.keys(before.parts)])].sort().flatMap((path): readonly TrustChange[] => {
    const [was, is] = [own(before.parts, path), own(now, path)];
    if (was === is) return [];
    if (was === undefined) return [{ path, how: 'added' as const }];
    return [{ path, how: is === undefined ? ('removed' as const) : ('changed' as const), texts: textsOf(path) }];
  });
}

/** The hashes by path. A part can occur in several files of one configuration. */
function hashesOf(parts: readonly TrustPart[]): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const { path, sha256 } of parts) hashes[path] = [own(hashes, path), sha256].filter((one) => one !== undefined).join(' ');
  return hashes;
}

const write = (file: string, record: TrustRecord): void => writePrivate(file, `${JSON.stringify(record, undefined, 2)}\n`);

const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(map, key) ? map[key] : undefined);

interface Case extends Subject {
  readonly parts: readonly TrustPart[];
  /** The hash over all parts. */
  readonly hash: string;
  readonly trust: TrustOptions;
  /** The subject whose trust with any future content covers these parts too. Default: the subject itself. */
  readonly coveredBy?: Subject | undefined;
  /** Whether the user trusted this folder elsewhere. */
  readonly accepted?: boolean | undefined;
}

/** Looks up whether this user trusts these parts. */
export function verdictOf({ root, config, parts, hash, trust, coveredBy, accepted = false }: Case): TrustVerdict {
  const before = parts.length === 0 ? undefined : trustedBefore(trust.file, { root, config });
  const isSeen = accepted || parts.length === 0 || (trust.hashes ?? []).includes(hash) || before?.hash === hash;
  const covering = coveredBy ?? { root, config };
  const standing = !isSeen && isStanding(coveredBy === undefined ? before : trustedBefore(trust.file, coveredBy), covering);
  const changes = isSeen || before === undefined ? undefined : changesSince(before, parts, { file: trust.file, root, config });
  return {
    root,
    config,
    hash,
    trusted: isSeen || standing,
    parts,
    ...(standing ? { standing } : {}),
    ...(changes === undefined ? {} : { changes }),
  };
}
