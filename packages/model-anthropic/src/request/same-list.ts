/**
 * Returns the list before in place of one that says the same, so that what is kept for a list is kept once for all sessions of an agent. Each
 * of them has lists of its own.
 */
export class SameList<T> {
  readonly #isSame: (one: T, other: T | undefined) => boolean;
  #last: readonly T[] = [];

  constructor(isSame: (one: T, other: T | undefined) => boolean) {
    this.#isSame = isSame;
  }

  of(list: readonly T[]): readonly T[] {
    const last = this.#last;
    if (list === last) return last;
    if (list.length === last.length && list.every((one, index) => this.#isSame(one, last[index]))) return last;
    this.#last = list;
    return list;
  }
}
