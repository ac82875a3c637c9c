import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf } from '@loadout/core';
import type { Job } from '../job.js';
import { Fires } from './fires.js';
import { namesIn } from './names-in.js';
import { readJob } from './read-job.js';
import { replaceWhole } from './whole-file.js';

/** Where the durable jobs of one workspace are. `stateDir` is the plugin's own. */
export function scheduleFolder(stateDir: string, workspace: string): string {
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 8);
  return join(stateDir, `${basename(workspace).replace(/[^\w.-]/g, '_')}-${hash}`);
}

export interface StoredJobs {
  /** In the order in which they were made. */
  readonly jobs: readonly Job[];
  /** Files that hold no job, each with the reason. */
  readonly problems: readonly string[];
}

/**
 * The durable jobs of a workspace, one file `jobs/<id>.json` each, so that no process rewrites data of another and no lock can be
 * left behind. Their fires are stored beside them; see `Fires`.
 */
export class JobStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  list(): StoredJobs {
    const jobs: Job[] = [];
    const problems: string[] = [];
    for (const name of namesIn(join(this.#dir, 'jobs')).filter((one) => one.endsWith('.json'))) {
      const read = this.#read(name.slice(0, -'.json'.length));
      if (typeof read === 'string') problems.push(`${join(this.#dir, 'jobs', name)}: ${read}`);
      else if (read !== undefined) jobs.push(read);
    }
    return { jobs: jobs.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)), problems };
  }

  has(id: string): boolean {
    return typeof this.#read(id) === 'object';
  }

  add(job: Job): void {
    replaceWhole(this.#file(job.id), job);
  }

  /** With all that it fired. */
  remove(id: string): void {
    rmSync(this.#file(id), { force: true });
    rmSync(join(this.#dir, 'fires', id), { recursive: true, force: true });
  }

  fires(id: string): Fires {
    return new Fires(join(this.#dir, 'fires', id));
  }

  #file(id: string): string {
    return join(this.#dir, 'jobs', `${id}.json`);
  }

  #read(id: string): Job | string | undefined {
    try {
      return readJob(readFileSync(this.#file(id), 'utf8'), id);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      return messageOf(error);
    }
  }
}
