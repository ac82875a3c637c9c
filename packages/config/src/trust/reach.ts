import { resolve } from 'node:path';
import type { Place } from '../document/node.js';
import { realPlace } from './machine-references.js';
import { isInside } from './named-files.js';

/** The files that a project's configuration may read into the input of an agent. */
export interface Reach {
  readonly root: string;
  /** The files outside of the project that may be read: those that a trusted part names. */
  readonly outside: ReadonlySet<string>;
}

export interface ReachOptions {
  readonly reach: Reach | undefined;
  /** Values of params from the caller, who vouches for the paths in them. */
  readonly given: Readonly<Record<string, string>>;
}

/** Throws with a reason if a file is not trusted. The check runs when a file is read, regardless of how its path was built. */
export function checkReach(file: string, place: Place | undefined, { reach, given }: ReachOptions): void {
  if (reach === undefined || place?.layer !== 'project' || isInside(realPlace(file), reach.root)) return;
  const isGiven = Object.values(given).some((value) => file === resolve(value) || file.endsWith(`/${value}`));
  if (reach.outside.has(file) || isGiven) return;
  throw new Error(
    `is outside of ${reach.root}, and no trusted part of the configuration names it. Write its path without params`,
  );
}
