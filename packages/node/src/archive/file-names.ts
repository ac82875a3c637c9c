const MOST_FILES = 20_000;
export const MOST_BYTES = 512 * 1024 * 1024;

export interface ArchivedFile {
  readonly name: string;
  /** The size that the archive claims. Whoever unpacks holds it to that. */
  readonly size: number;
  /** Whether it is neither a plain file nor a folder. */
  readonly isOdd: boolean;
}

/** Checks the files of an archive one by one, before each is written. */
export class FileNames {
  readonly #names = new Set<string>();
  #bytes = 0;
  #count = 0;

  /** Throws with a reason. Names are compared as a file system does that ignores case. */
  check({ name, size, isOdd }: ArchivedFile): void {
    this.#count += 1;
    this.#bytes += size;
    this.checkCount(this.#count);
    if (this.#bytes > MOST_BYTES) throw new Error(`its files have more than ${MOST_BYTES} bytes`);
    const refuse = (problem: string) => new Error(`${JSON.stringify(name.slice(0, 100))} ${problem}`);
    if (isOdd) throw refuse('is a link or a device');
    const plain = name.replace(/^\.\/|\/$/g, '');
    if (plain.split('/').some((part) => ['', '.', '..'].includes(part) || /[\0:\\]|[. ]$/.test(part)))
      throw refuse('is not the name of a file');
    const key = plain.normalize('NFC').toLowerCase();
    if (this.#names.has(key)) throw refuse('is there twice');
    this.#names.add(key);
  }

  /** Throws with a reason for more files than an archive may have. */
  checkCount(count: number): void {
    if (count > MOST_FILES) throw new Error(`it holds more than ${MOST_FILES} files`);
  }
}
