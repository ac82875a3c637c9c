import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunState } from '../turn/run-state.js';

/** The events whose hooks may write to it. */
const WRITERS = ['SessionStart', 'CwdChanged', 'FileChanged'] as const;

type Environment = Readonly<Record<string, string>>;

/**
 * The environment of what tools start, with what hooks have written into a file of the session. Each run begins with an empty
 * one: its SessionStart hooks write it anew. The agents that it starts have the same. Source: HOOK-27.
 */
export class EnvironmentFile {
  readonly #run: () => RunState;
  readonly #base: Environment;
  #path: string | undefined;
  #read: { readonly version: string; readonly env: Environment } | undefined;

  constructor(run: () => RunState, base: Environment) {
    this.#run = run;
    this.#base = base;
  }

  get path(): string {
    this.#path ??= this.#make();
    return this.#path;
  }

  /** Read again when the file is another. */
  get env(): Environment {
    const { calls } = this.#run();
    if (!WRITERS.some((event) => calls.hooks.has(event))) return this.#base;
    const stat = statSync(this.path, { throwIfNoEntry: false });
    if (stat === undefined) return this.#base;
    const version = `${stat.mtimeMs} ${stat.size}`;
    if (this.#read?.version !== version) this.#read = { version, env: this.#parse(readFileSync(this.path, 'utf8')) };
    return this.#read.env;
  }

  #make(): string {
    const run = this.#run();
    let first = run;
    while (first.parent !== undefined) first = first.parent;
    const path = join(first.session.header.artifactDir, 'hook-environment');
    if (first !== run) return path;
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { force: true });
    return path;
  }

  #parse(text: string): Environment {
    const env: Record<string, string> = { ...this.#base };
    for (const line of text.split('\n')) {
      if (/^\s*(?:#|$)/.test(line)) continue;
      const [, name, written = ''] = /^\s*(?:export\s+|declare\s+-x\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
      const value = name === undefined ? undefined : readValue(written.trimEnd(), env);
      if (name !== undefined && value !== undefined) env[name] = value;
      else
        this.#run().emit({
          type: 'notice',
          message: `What hooks wrote as environment has a line that is no NAME=value: ${line}`,
        });
    }
    return Object.freeze(env);
  }
}

/** As a shell reads it, but that nothing is run. */
function readValue(written: string, env: Environment): string | undefined {
  const [, single] = /^'([^']*)'$/.exec(written) ?? [];
  if (single !== undefined) return single;
  const [, double] = /^"((?:[^"\\]|\\.)*)"$/.exec(written) ?? [];
  const text = double ?? written;
  if (double === undefined && /["'\s`;&|<>()]/.test(written)) return undefined;
  if (/(?<!\\)(?:\$\(|`)/.test(text)) return undefined;
  return text.replace(/\\(.)|\$(?:\{(\w+)\}|(\w+))/g, (_, escaped?: string, braced?: string, bare?: string) =>
    escaped === undefined ? (env[braced ?? bare ?? ''] ?? '') : escaped,
  );
}
