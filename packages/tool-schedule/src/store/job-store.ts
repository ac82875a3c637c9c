import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf } from '@loadout/core';
import type { Job } from '../job.js';
import { Fires } from './fires.js';
import { namesIn, replaceWhole } from './whole-file.js';

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

/** Parses the file of a job; people may write such files too. Returns a string with the problem if it is invalid. */
function readJob(text: string, id: string): Job | string {
  const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  if (typeof value !== 'object' || value === null) return 'it holds no object';
  const wrong = FIELDS.find(([key, type, required]) => {
    const found = value[key];
    return found === undefined ? required : typeof found !== type;
  });
  if (wrong !== undefined) return `${wrong[0]} must be a ${wrong[1]}`;
  if (value.id !== undefined && value.id !== id) return `its id is ${JSON.stringify(value.id)}, and the file is named ${id}`;
  return {
    id,
    name: value.name as string | undefined,
    cron: value.cron as string,
    timezone: value.timezone as string | undefined,
    prompt: value.prompt as string,
    recurring: (value.recurring as boolean | undefined) ?? true,
    durable: true,
    createdAt: value.createdAt as number,
    expiresAt: value.expiresAt as number | undefined,
    jitterMs: (value.jitterMs as number | undefined) ?? 0,
    session: value.session as string | undefined,
  };
}

const FIELDS = [
  ['cron', 'string', true],
  ['prompt', 'string', true],
  ['createdAt', 'number', true],
  ['name', 'string', false],
  ['timezone', 'string', false],
  ['recurring', 'boolean', false],
  ['expiresAt', 'number', false],
  ['jitterMs', 'number', false],
  ['session', 'string', false],
] as const;
