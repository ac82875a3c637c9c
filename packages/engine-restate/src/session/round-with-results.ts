import type { Step } from '../record/step.js';
import type { ArtifactPaths } from '../results/artifact-paths.js';
import { type KeptResult, MOST_PARTS, partsOf, type ResultPart } from '../results/long-result.js';
import type { Round, Taken } from './round.js';

export interface WithResults {
  readonly round: Round;
  readonly paths: ArtifactPaths;
  /** The long results that the engine has. */
  readonly kept: readonly KeptResult[];
}

/** A round whose long results reach the engine before the records that name them, in steps of their own. */
export class RoundWithResults implements Round {
  readonly #round: Round;
  readonly #paths: ArtifactPaths;
  readonly #known: Set<string>;
  #room: number;
  /** The steps that are taken next. The last of them has the records. */
  readonly #waiting: Taken[] = [];

  constructor({ round, paths, kept }: WithResults) {
    this.#round = round;
    this.#paths = paths;
    this.#known = new Set(kept.map(({ path }) => path));
    this.#room = kept.reduce((room, { parts }) => room - parts, MOST_PARTS);
  }

  async take(): Promise<Taken> {
    const [next] = this.#waiting.splice(0, 1);
    if (next !== undefined) return next;
    const taken = await this.#round.take();
    const parts = await this.#newParts(taken.step);
    this.#waiting.push(...parts.map((part) => ({ step: { records: [], results: [part] }, confirm: () => {} })), taken);
    return this.take();
  }

  lose(): void {
    this.#round.lose();
  }

  cancel(): void {
    this.#round.cancel();
  }

  whenEnded(): Promise<void> {
    return this.#round.whenEnded();
  }

  /** Reads the files that the records name and the engine does not have. */
  async #newParts({ records, children = {} }: Step): Promise<readonly ResultPart[]> {
    const text = JSON.stringify([records, children]);
    const found: ResultPart[] = [];
    for (const path of this.#paths.namedIn(text)) {
      if (this.#known.has(path)) continue;
      const parts = await partsOf(path, { paths: this.#paths, room: this.#room });
      if (parts.length === 0) continue;
      this.#known.add(path);
      this.#room -= parts[0]?.parts ?? 0;
      found.push(...parts);
    }
    return found;
  }
}
