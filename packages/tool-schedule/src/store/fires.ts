import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Due } from '../job.js';
import { createWhole, namesIn, replaceWhole } from './whole-file.js';

/** One fire of a job. */
export interface Fire extends Due {
  readonly number: number;
  /** How often it was taken over. */
  readonly takes: number;
  readonly holder: unknown;
  readonly takenAt: number;
  /** The session that does its work. */
  readonly session: string | undefined;
  readonly done: boolean;
}

/**
 * The fires of one job, as files that are created once and never changed: `<n>.claim` before anything happens, `<n>.session` when
 * its work starts, `<n>.take<k>` when another process continues it, `<n>.done` at the end. The process that creates the claim of
 * a number owns that fire. Numbers have no gaps, so two processes that see different times cannot both own a fire.
 */
export class Fires {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** The newest. */
  last(): Fire | undefined {
    const names = new Set(namesIn(this.#dir));
    const number = newestOf(names);
    const claim = number === 0 ? undefined : this.#value<Due & Taken>(`${number}.claim`);
    if (claim === undefined) return undefined;
    let takes = 0;
    while (names.has(`${number}.take${takes + 1}`)) takes++;
    const { holder, takenAt } = (takes === 0 ? claim : this.#value<Taken>(`${number}.take${takes}`)) ?? claim;
    const session = names.has(`${number}.session`) ? this.#value<string>(`${number}.session`) : undefined;
    const { dueAt, missed } = claim;
    return { number, dueAt, missed, takes, holder, takenAt, session, done: names.has(`${number}.done`) };
  }

  /** `undefined`: somebody else has it. */
  claim(number: number, { dueAt, missed, holder, takenAt }: Due & Taken): Fire | undefined {
    const file = join(this.#dir, `${number}.claim`);
    if (!createWhole(file, { dueAt, missed, holder, takenAt })) return undefined;
    // An old number becomes free once it is forgotten, which a process with an outdated view could then claim.
    if (this.#newest() !== number) {
      rmSync(file, { force: true });
      return undefined;
    }
    this.#forget(number - 1);
    return { number, dueAt, missed, takes: 0, holder, takenAt, session: undefined, done: false };
  }

  /**
   * Continues a fire whose process has ended; `undefined` if another process does. A fire without a holder is free for any
   * process.
   */
  take(fire: Fire, taken: Taken): Fire | undefined {
    const takes = fire.takes + 1;
    return createWhole(join(this.#dir, `${fire.number}.take${takes}`), taken) ? { ...fire, ...taken, takes } : undefined;
  }

  begin({ number }: Fire, session: string): void {
    replaceWhole(join(this.#dir, `${number}.session`), session);
  }

  finish({ number }: Fire): void {
    createWhole(join(this.#dir, `${number}.done`), true);
  }

  #newest(): number {
    return newestOf(namesIn(this.#dir));
  }

  #forget(number: number): void {
    for (const name of namesIn(this.#dir))
      if (Number.parseInt(name, 10) <= number) rmSync(join(this.#dir, name), { force: true });
  }

  #value<T>(name: string): T | undefined {
    try {
      return JSON.parse(readFileSync(join(this.#dir, name), 'utf8')) as T;
    } catch {
      return undefined;
    }
  }
}

/** The owner of a fire. */
export interface Taken {
  readonly holder: unknown;
  readonly takenAt: number;
}

const newestOf = (names: Iterable<string>) =>
  Math.max(0, ...[...names].map((name) => Number(/^(\d+)\.claim$/.exec(name)?.[1] ?? 0)));
