import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { errors } from '../report/errors.js';

/** Linux: a descriptor that only names a place, so that a folder which may not be listed can be held too. */
const O_PATH = 0x20_0000;

/**
 * The folder at a real path, held open: what is done through it happens in that very folder, whatever its path leads to by
 * now. Where the system has no /proc (macOS) entries go by name, and are compared by `assertInPlace`.
 */
export class HeldFolder {
  readonly #path: string;
  readonly #fd: number;
  readonly #byName: boolean;

  private constructor(path: string) {
    this.#path = path;
    this.#byName = process.platform !== 'linux' || !existsSync('/proc/self/fd');
    this.#fd = openSync(path, constants.O_DIRECTORY | constants.O_NONBLOCK | (this.#byName ? 0 : O_PATH));
  }

  /** Throws the system's error for a missing one, and PATH_MOVED where a link was put into the path. */
  static hold(path: string): HeldFolder {
    const folder = new HeldFolder(path);
    try {
      folder.assertInPlace();
      return folder;
    } catch (error) {
      folder.close();
      throw error;
    }
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
    const itself = this.#byName ? this.#path : `/proc/self/fd/${this.#fd}`;
    return `${itself === '/' ? '' : itself}/${name}`;
  }

  /** A link is looked at itself. */
  stat(name: string): Stats | undefined {
    return lstatSync(this.at(name), { throwIfNoEntry: false });
  }

  /** Never follows a link. */
  open(name: string, { flags, mode }: { readonly flags: number; readonly mode?: number }): number {
    const fd = openSync(this.at(name), flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode);
    try {
      if (this.#byName) this.assertInPlace();
      return fd;
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  /** Throws PATH_MOVED when the path leads elsewhere by now. */
  assertInPlace(): void {
    const real = this.#byName ? realpathSync.native(this.#path) : readlinkSync(`/proc/self/fd/${this.#fd}`);
    if (real !== this.#path) throw errors.PATH_MOVED({ path: this.#path, leads: real });
    if (!this.#byName) return;
    const [opened, now] = [fstatSync(this.#fd), statSync(this.#path)];
    if (opened.dev !== now.dev || opened.ino !== now.ino) throw errors.PATH_MOVED({ path: this.#path, leads: 'another folder' });
  }

  close(): void {
    closeSync(this.#fd);
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
