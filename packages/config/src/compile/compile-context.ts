import { resolve } from 'node:path';
import type { Position } from '@loadout/core';
import { inHome } from '@loadout/core/run';
import type * as z from 'zod';
import { type Flat, placeOf } from '../document/flatten.js';
import { baseOf } from '../document/folder-of.js';
import { type Path, positionIn } from '../document/node.js';
import type { ConfigDocument, SettingsDocument } from '../schema/config-schema.js';

/** Settings that the project does not control. */
export interface Settings {
  readonly layer: 'user' | 'managed';
  readonly document: SettingsDocument;
  readonly flat: Flat;
}

/**
 * A checked configuration with everything that a plan is compiled from. The values are plain data, so no parser and no schema
 * library is needed from here on.
 */
export interface CompileInput {
  /** Providers that wait for trust, so that no implicit provider, and none of another layer, takes their names. */
  readonly withheldProviders?: ReadonlySet<string> | undefined;
  readonly document: ConfigDocument;
  readonly flat: Flat;
  readonly settings: readonly Settings[];
  /** Contents of instruction files by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly secrets: readonly string[];
  readonly configFile: string;
  readonly workspace: string;
  readonly cwd: string;
  readonly home: string;
  /** The model from LOADOUT_MODEL, for agents that name no model (CFG-09). */
  readonly defaultModel?: string | undefined;
}

export const positionOf = (flat: Flat, path: Path): Position | undefined => positionIn(placeOf(flat, path));

/**
 * An absolute path for a relative one. Relative paths start at the folder of the file that contains them, or at the home folder.
 */
export function pathFrom(path: string, at: { flat: Flat; path: Path; cwd: string; home: string }): string {
  return resolve(baseOf(placeOf(at.flat, at.path), at.cwd), inHome(path, at.home));
}

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the fields that have a value. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

/** Returns the values of these rows, each from the first document that sets it: a plan has them as they are written. */
export function asWritten<T extends z.ZodObject>(rows: T, ...documents: readonly (z.output<T> | undefined)[]): z.output<T> {
  const values = Object.keys(rows.shape).map((key) => [
    key,
    documents.map((one) => one?.[key]).find((value) => value !== undefined),
  ]);
  return Object.fromEntries(values) as z.output<T>;
}
