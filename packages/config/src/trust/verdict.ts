import type { Position } from '@loadout/core';
import { outsideProfile } from '../document/node.js';
import type { TrustedPackage } from './package-part.js';

/** The effect of trust on a project's configuration at this moment. */
export interface TrustVerdict {
  /** The folder to trust: the real path of git's top level, else of the configuration's folder. */
  readonly root: string;
  /** The configuration, relative to `root`. */
  readonly config: string;
  /** SHA-256 over everything that waits for trust. Independent of the folder's location. */
  readonly hash: string;
  readonly trusted: boolean;
  /**
   * Set if the configuration is trusted through its folder, and this content was not reviewed. `changes` lists the differences.
   */
  readonly standing?: boolean | undefined;
  /** Set if rules that were kept here wait, because git tracks the person's own file now. */
  readonly isTracked?: boolean | undefined;
  /** All parts that act once they are trusted. */
  readonly parts: readonly TrustPart[];
  /**
   * The verdict on the person's own file beside the configuration, if that file has parts that need trust. Independent of the verdict on the
   * configuration.
   */
  readonly personal?: TrustVerdict | undefined;
  /** The differences from the content that this user trusted here before. `undefined` if there was none. */
  readonly changes?: readonly TrustChange[] | undefined;
}

export interface TrustPart {
  /** The path of the part, such as `hooks.PreToolUse[0].hooks[0]`. */
  readonly path: string;
  /** The path as a list of keys. */
  readonly keys: readonly (string | number)[];
  /** The value as written, before it is filled in. */
  readonly value: unknown;
  readonly position?: Position | undefined;
  /** The files of the project that the part names. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /** Files of the project that the part names but that do not exist. The part changes if one appears. */
  readonly absent?: readonly string[] | undefined;
  /** The references to this machine that the part would fill in, as written. Absent for a part that acts. */
  readonly reads?: readonly string[] | undefined;
  /** The installed package that the part loads. */
  readonly package?: TrustedPackage | undefined;
  readonly sha256: string;
}

export interface TrustChange {
  readonly path: string;
  readonly how: 'added' | 'changed' | 'removed';
  /** The texts that differ, if they were stored. An empty name is the part itself; any other name is the path of a file. */
  readonly texts?: readonly { readonly name: string; readonly before: string; readonly after: string }[] | undefined;
}

/** The extent of a person's answer: this content, or this configuration with any future content. */
export type TrustExtent = 'content' | 'folder';

export interface TrustOptions {
  /** The record of this user's trust. Need not exist. */
  readonly file: string;
  /** Hashes that count as trusted this once. */
  readonly hashes?: readonly string[] | undefined;
}

/** Fields whose text goes to an agent. */
const TOLD: ReadonlySet<unknown> = new Set(['prompt', 'instructions', 'description', 'params', 'text', 'name', 'whenToUse']);

/** Whether a value at this path is only text for the model. Without a reference in it, the agent still works in the same way. */
export const isTold = (path: readonly (string | number)[]): boolean => path.some((key) => TOLD.has(key));

type Keys = readonly (string | number)[];

/** Returns the path of a part in the file as it is used: a part of the chosen profile is in its section. Empty for another profile. */
export const chosenKeys = (keys: Keys, profile: string | undefined): Keys =>
  keys[0] === 'profiles' && keys[1] !== profile ? [] : outsideProfile(keys);

/** The verdicts on the configuration and on the person's own file beside it that leave parts out. */
export const openVerdicts = (trust: TrustVerdict | undefined): readonly TrustVerdict[] =>
  [trust, trust?.personal].filter((one) => one !== undefined).filter((one) => !one.trusted);

/** Returns the entries of a section that are off until the configuration is trusted, by key: `value` is that of the file. */
export function partsOff(
  { trust }: { readonly trust?: TrustVerdict | undefined },
  section: string,
): ReadonlyMap<string, unknown> {
  const parts = trust === undefined || trust.trusted ? [] : trust.parts;
  const found = parts.flatMap(({ keys: [first, key, ...rest], value }): [string, unknown][] =>
    first === section && key !== undefined && rest.length === 0 ? [[String(key), value]] : [],
  );
  return new Map(found);
}
