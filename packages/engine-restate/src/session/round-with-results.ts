import type { ArtifactPaths } from '../results/artifact-paths.js';
import { type KeptResult, MOST_PARTS, partsOf, type ResultPart } from '../results/long-result.js';
import type { Round } from './round.js';
import { joinedSteps, type Step } from './step.js';

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
  /** The steps that the engine does not have yet. The last of them has the records. */
  readonly #waiting: Step[] = [];

  constructor({ round, paths, kept }: WithResults) {
    this.#round = round;
    this.#paths = paths;
    this.#known = new Set(kept.map(({ path }) => path));
    this.#room = kept.reduce((room, { parts }) => room - parts, MOST_PARTS);
  }

  async take(): Promise<Step> {
    if (this.#waiting.length === 0) {
      const step = await this.#round.take();
      const parts = await this.#newParts(step);
      this.#waiting.push(...parts.map((part) => ({ records: [], results: [part] })), step);
    }
    return this.#waiting.shift() ?? { records: [] };
  }

  confirm(): void {
    // The records are in the last of these steps.
    if (this.#waiting.length === 0) this.#round.confirm();
  }

  lose(): void {
    this.#round.lose();
  }

  async cancel(): Promise<Step> {
    const rest = await this.#round.cancel();
    const step = [...this.#waiting.splice(0), rest].reduce(joinedSteps);
    const parts = await this.#newParts(step);
    // The interrupt is one step, which holds no more than one part.
    const [only] = parts;
    const results = parts.length === 1 && step.results === undefined ? [only] : parts.map(notKept);
    return { ...step, results: [...(step.results ?? []), ...results].filter((one) => one !== undefined) };
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

const notKept = ({ path, bytes }: ResultPart): ResultPart => ({ path, bytes, part: 0, parts: 0, text: '' });
