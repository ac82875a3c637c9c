import type { Position } from '@loadout/core';
import type { TrustedPackage } from './package-part.js';

/** What the trust of a project means for its configuration now. */
export interface TrustVerdict {
  /** The folder that is trusted: real path of git's top level, else of the configuration's folder. */
  readonly root: string;
  /** The configuration, relative to `root`. */
  readonly config: string;
  /** SHA-256 of all that waits for trust. The same wherever the folder lies. */
  readonly hash: string;
  readonly trusted: boolean;
  /** It is trusted since the folder is, and this content was not looked at: `changes` says what differs. */
  readonly standing?: boolean | undefined;
  /** All that acts once it is trusted. */
  readonly parts: readonly TrustPart[];
  /** What differs from what this user trusted here before; `undefined` when nothing was. */
  readonly changes?: readonly TrustChange[] | undefined;
}

export interface TrustPart {
  /** `hooks.PreToolUse[0].hooks[0]` */
  readonly path: string;
  /** The same in its parts. */
  readonly keys: readonly (string | number)[];
  /** As it is written, before anything is filled in. */
  readonly value: unknown;
  readonly position?: Position | undefined;
  /** The files of the project that it names. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /** Files of the project that it names and that are not there. One that appears changes the part. */
  readonly absent?: readonly string[] | undefined;
  /** References to this machine that it would fill in, as they are written. Absent for a part that acts. */
  readonly reads?: readonly string[] | undefined;
  /** The installed package that it loads. */
  readonly package?: TrustedPackage | undefined;
  readonly sha256: string;
}

export interface TrustChange {
  readonly path: string;
  readonly how: 'added' | 'changed' | 'removed';
  /** The texts that differ, where they were kept: of the part itself with an empty name, else of the file of that path. */
  readonly texts?: readonly { readonly name: string; readonly before: string; readonly after: string }[] | undefined;
}

/** How long the answer of a person holds: for this content, or for this configuration from now on, whatever it comes to say. */
export type TrustExtent = 'content' | 'folder';

export interface TrustOptions {
  /** The record of what this user trusts. Need not exist. */
  readonly file: string;
  /** Hashes that count as trusted for this once. */
  readonly hashes?: readonly string[] | undefined;
}
