import { constants, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { holdFolder, type HeldFolder as Place } from '@loadout/node';
import { errors } from '../report/errors.js';

/**
 * The folder at a real path, held open: what is done through it happens in that very folder, whatever its path leads to by
 * now. Where the system has no /proc (macOS) entries go by name, and are compared by `assertInPlace`.
 */
export class HeldFolder {
  readonly #place: Place;

  private constructor(path: string) {
    this.#place = holdFolder(path, {
      moved: ({ leads = 'another folder' }) => errors.PATH_MOVED({ path, leads }),
    });
  }

  /** Throws the system's error for a missing one, and PATH_MOVED where a link was put into the path. */
  static hold(path: string): HeldFolder {
    return new HeldFolder(path);
  }

  /** Missing folders are made one by one, each in the one above as it is held. */
  static holdOrMake(path: string): HeldFolder {
    try {
      return HeldFolder.hold(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    const above = HeldFolder.holdOrMake(dirname(path));
    try {
      mkdirSync(above.at(basename(path)));
    } finally {
      above.close();
    }
    return HeldFolder.hold(path);
  }

  /** The entry of that name, for the system. */
  at(name: string): string {
    return this.#place.at(name);
  }

  /** A link is looked at itself. */
  stat(name: string): Stats | undefined {
    return lstatSync(this.at(name), { throwIfNoEntry: false });
  }

  /** Never follows a link. */
  open(name: string, { flags, mode }: { readonly flags: number; readonly mode?: number }): number {
    return this.#place.open(name, { flags: flags | constants.O_NONBLOCK, mode });
  }

  /** Throws PATH_MOVED when the path leads elsewhere by now. */
  assertInPlace(): void {
    this.#place.assertInPlace();
  }

  close(): void {
    this.#place.close();
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
