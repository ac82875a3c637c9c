import { constants, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { holdFolder, type HeldFolder as Place } from '@loadout/node';
import { errors } from './errors.js';

/**
 * The folder at a real path, held open. Operations happen in that very folder, wherever its path leads later. Without /proc
 * (macOS), entries are accessed by name, and `assertInPlace` compares them.
 */
export class HeldFolder {
  readonly #place: Place;

  private constructor(path: string) {
    this.#place = holdFolder(path, {
      moved: ({ leads = 'another folder' }) => errors.PATH_MOVED({ path, leads }),
    });
  }

  /** Opens a folder. Throws the system's error if it is missing, and PATH_MOVED if a link was put into the path. */
  static hold(path: string): HeldFolder {
    return new HeldFolder(path);
  }

  /** Creates missing folders one by one, each inside its held parent. */
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

  /** Returns the system's path of the entry with this name. */
  at(name: string): string {
    return this.#place.at(name);
  }

  /** Returns the stats of an entry; for a link, the link's own. */
  stat(name: string): Stats | undefined {
    return lstatSync(this.at(name), { throwIfNoEntry: false });
  }

  /** Opens an entry without following a link. */
  open(name: string, { flags, mode }: { readonly flags: number; readonly mode?: number }): number {
    return this.#place.open(name, { flags: flags | constants.O_NONBLOCK, mode });
  }

  /** Throws PATH_MOVED if the path now leads elsewhere. */
  assertInPlace(): void {
    this.#place.assertInPlace();
  }

  close(): void {
    this.#place.close();
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
