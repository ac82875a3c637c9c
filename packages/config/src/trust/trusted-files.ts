import { resolve } from 'node:path';
import type { Place } from '../document/node.js';
import { isBeyond } from './named-files.js';

/** The files that a project's configuration may read into the input of an agent. */
export interface TrustedFiles {
  readonly root: string;
  /** The files outside of the project that may be read: those that a trusted part names. */
  readonly outside: ReadonlySet<string>;
  /** Set before trust for the whole document, which is checked and not used. It may name any file, and is filled in with none. */
  readonly onlyChecked?: boolean | undefined;
}

export interface TrustedFileOptions {
  readonly trusted: TrustedFiles | undefined;
  /** Values of params from the caller, who vouches for the paths in them. */
  readonly given: Readonly<Record<string, string>>;
}

/** Throws with a reason if a file is not trusted. The check runs when a file is read, regardless of how its path was built. */
export function checkTrustedFile(file: string, place: Place | undefined, { trusted, given }: TrustedFileOptions): void {
  if (trusted === undefined || trusted.onlyChecked === true || !isForbidden(file, place, trusted)) return;
  const isGiven = Object.values(given).some((value) => file === resolve(value) || file.endsWith(`/${value}`));
  if (trusted.outside.has(file) || isGiven) return;
  throw new Error(
    `is outside of ${trusted.root}, and no trusted part of the configuration names it. Write its path without params`,
  );
}

/** Whether the text of a file waits for trust, so that not even a message about a value may contain it. */
export const isWithheld = (file: string, place: Place, trusted: TrustedFiles | undefined): boolean =>
  trusted?.onlyChecked === true && isForbidden(file, place, trusted);

const isForbidden = (file: string, place: Place | undefined, { root }: TrustedFiles): boolean =>
  place?.layer === 'project' && isBeyond(file, root);
