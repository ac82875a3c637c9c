import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FileCheckpoints } from '@loadout/core';
import { CheckpointIndex, type CheckpointPlace, clearTemporaries, type Was } from './checkpoint-index.js';
import { keepCopy, sweepCopies } from './copies.js';
import { errors, whyNot } from './errors.js';
import { lookAtFile } from './look-at-file.js';
import { timelineOf } from './timeline.js';

/** The number of prompts with changed files that can be restored. Source: STATE-04. */
const MOST_PROMPTS = 100;
/** The prompt id for changes before the first prompt. */
const START = 'start';

/**
 * Stores the state of each file when a prompt first changes it. The work is synchronous, so two tools that change files at the
 * same time cannot interfere.
 */
export class RunCheckpoints implements FileCheckpoints {
  readonly #place: CheckpointPlace;
  readonly #index: CheckpointIndex;
  readonly #promptId: () => string | undefined;
  /** The prompts that can be restored, oldest first, with the files that each changed: hash of the copy by path. */
  #prompts: Map<string, Map<string, string | undefined>> | undefined;
  #last: string | undefined;

  /** `promptId` returns the uuid of the message that is being worked on. */
  constructor(place: CheckpointPlace, promptId: () => string | undefined) {
    this.#place = place;
    this.#index = new CheckpointIndex(place);
    this.#promptId = promptId;
  }

  /** Records the beginning of a prompt, so that a prompt without changes can be restored too. */
  begin(prompt: string): void {
    const prompts = this.#known();
    this.#last = prompt;
    if (prompts.has(prompt)) return;
    this.#index.append({ t: 'prompt', prompt, at: Date.now() });
    prompts.set(prompt, new Map());
  }

  async before(path: string): Promise<void> {
    try {
      this.#keep(path);
    } catch (cause) {
      throw errors.CHECKPOINT_FAILED({ path, problem: whyNot(cause) }, { cause });
    }
  }

  #keep(path: string): void {
    const prompts = this.#known();
    const prompt = this.#promptId() ?? this.#last ?? START;
    if (prompts.get(prompt)?.has(path)) return;
    const was = this.#whatStandsAt(path);
    if (was === undefined) return;
    this.begin(prompt);
    this.#index.append({ t: 'file', prompt, path, at: Date.now(), was });
    prompts.get(prompt)?.set(path, was.kind === 'file' ? was.sha256 : undefined);
    this.#dropOldest(prompts);
  }

  /**
   * Returns the state of a path; `undefined` if a tool could not replace it, so that the tool reports the reason. Source:
   * STATE-04 (links are skipped).
   */
  #whatStandsAt(path: string): Was | undefined {
    const look = lookAtFile(path);
    if (look.kind === 'other') return undefined;
    if (look.kind === 'absent') return { kind: 'absent', made: topmostMissing(dirname(path)) };
    const { stats, bytes } = look;
    if (bytes === undefined) return { kind: 'not kept', size: stats.size, mtimeMs: stats.mtimeMs };
    return { kind: 'file', sha256: keepCopy(this.#place.dir, bytes), size: bytes.length, mode: stats.mode & 0o777 };
  }

  #dropOldest(prompts: Map<string, Map<string, string | undefined>>): void {
    const changing = [...prompts].filter(([, files]) => files.size > 0);
    const oldest = changing[0]?.[0];
    if (changing.length <= MOST_PROMPTS || oldest === undefined) return;
    this.#index.append({ t: 'dropped', prompt: oldest });
    for (const prompt of [...prompts.keys()]) {
      prompts.delete(prompt);
      if (prompt === oldest) break;
    }
    const kept = [...prompts.values()].flatMap((files) => [...files.values()]).filter((sha256) => sha256 !== undefined);
    sweepCopies(this.#place.dir, new Set(kept));
  }

  /** Returns the prompts. The checkpoints of an earlier process of this session are read once. */
  #known(): Map<string, Map<string, string | undefined>> {
    if (this.#prompts !== undefined) return this.#prompts;
    clearTemporaries(this.#place.dir);
    const timeline = timelineOf(this.#place);
    this.#last = timeline.at(-1)?.prompt;
    this.#prompts = new Map(
      timeline
        .filter((one) => one.dir === this.#place.dir && !one.isDropped)
        .map(({ prompt, files }) => [
          prompt,
          new Map([...files].map(([path, was]) => [path, was.kind === 'file' ? was.sha256 : undefined])),
        ]),
    );
    return this.#prompts;
  }
}

function topmostMissing(folder: string): string | undefined {
  let missing: string | undefined;
  for (let at = folder; lstatSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) missing = at;
  return missing;
}
