import { setTimeout as pause } from 'node:timers/promises';
import { isLoadoutError, messageOf } from '@loadout/core';
import type { Step } from '../record/step.js';
import type { GitWorkspace } from '../workspace/git-workspace.js';
import { filesOf, type WorkspaceMark } from '../workspace/workspace.js';
import { failedEnd } from './live-round.js';
import type { Round, Taken } from './round.js';

export interface RoundWithFiles {
  readonly round: Round;
  readonly workspace: GitWorkspace;
  /** Ends the calls of git. */
  readonly controller: AbortController;
  readonly session: string;
  /** The commit on record. */
  readonly recorded: string | undefined;
  readonly tell: (line: string) => void;
}

const FIRST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 30_000;
/** The time that a cancelled run has for its last pushes. */
const CANCEL_MS = 20_000;

/**
 * A round whose files are pushed before the records that describe them reach the engine. While the remote does not answer, the
 * round waits with its records. Files that cannot be pushed at all end the round, and the records about them are dropped: files
 * and records match at every moment (decision 0065).
 */
export class RoundInWorkspace implements Round {
  readonly #parts: RoundWithFiles;
  readonly #cancelling = new AbortController();
  #recorded: string | undefined;
  #limit: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: RoundWithFiles) {
    this.#parts = parts;
    this.#recorded = parts.recorded;
  }

  async take(): Promise<Taken> {
    const { step, confirm } = await this.#parts.round.take();
    return { step: await this.#withFiles(step), confirm };
  }

  lose(): void {
    if (this.#isClosed) return;
    const { round, controller } = this.#parts;
    round.lose();
    controller.abort();
    void round.whenEnded().then(() => this.#close());
  }

  cancel(): void {
    const { round, controller } = this.#parts;
    if (this.#isClosed || this.#cancelling.signal.aborted) return;
    this.#cancelling.abort();
    this.#limit = setTimeout(() => controller.abort(), CANCEL_MS);
    round.cancel();
  }

  whenEnded(): Promise<void> {
    return this.#parts.round.whenEnded();
  }

  /** Pushes the files that belong to a step. A cancelled round that cannot push them ends too, without the step. */
  async #withFiles(step: Step): Promise<Step> {
    if (step.end === undefined && !hasEffects(step)) return this.#withMark(step, this.#parts.workspace.mark);
    try {
      return await this.#pushed(step);
    } catch (error) {
      const isCancelled = this.#cancelling.signal.aborted;
      if (!isCancelled && isOneOf(error, ['ENGINE_WORKSPACE_TAKEN', 'ENGINE_WORKSPACE_GIT'])) throw error;
      const { round, session, tell } = this.#parts;
      if (isCancelled) tell(`The last records of ${session} are dropped with their files: ${messageOf(error)}`);
      round.cancel();
      await round.whenEnded();
      // Listeners do not get the records that are dropped.
      round.lose();
      await this.#close();
      return { records: [], end: failedEnd(error) };
    }
  }

  async #pushed(step: Step): Promise<Step> {
    const { workspace, session } = this.#parts;
    const mark = await this.#untilAnswered(() => workspace.save());
    if (step.end === undefined) return this.#withMark(step, mark);
    try {
      await this.#untilAnswered(() => workspace.publish());
    } catch (error) {
      if (!isOneOf(error, ['ENGINE_WORKSPACE_REJECTED'])) throw error;
      this.#parts.tell(messageOf(error));
    }
    await this.#close();
    return this.#withMark({ ...step, end: { ...step.end, files: filesOf(session, mark) } }, mark);
  }

  /** Repeats a push until the remote answers or another worker has the run. A cancelled run tries once more. */
  async #untilAnswered<T>(push: () => Promise<T>): Promise<T> {
    const { controller, session, tell } = this.#parts;
    const signal = AbortSignal.any([controller.signal, this.#cancelling.signal]);
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, MOST_PAUSE_MS)) {
      const isLast = signal.aborted;
      try {
        return await push();
      } catch (error) {
        if (isLast || controller.signal.aborted || !isOneOf(error, ['ENGINE_WORKSPACE_GIT'])) throw error;
        tell(`${session} waits with its files: ${messageOf(error)}`);
        await pause(ms, undefined, { signal }).catch(() => {});
      }
    }
  }

  #withMark(step: Step, mark: WorkspaceMark): Step {
    if (mark.commit === this.#recorded) return step;
    this.#recorded = mark.commit;
    return { ...step, workspace: mark };
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#limit);
    const { workspace, tell } = this.#parts;
    await workspace.close().catch((error: unknown) => tell(`Cannot remove ${workspace.folder}: ${messageOf(error)}`));
  }
}

const isOneOf = (error: unknown, codes: readonly string[]): boolean => isLoadoutError(error) && codes.includes(error.code);

/** Files change while calls run, so they are pushed with the end of each call. */
const hasEffects = ({ records, children = {} }: Step): boolean =>
  [records, ...Object.values(children)].some((list) => list.some(({ t }) => t === 'ended' || t === 'deferred' || t === 'end'));
