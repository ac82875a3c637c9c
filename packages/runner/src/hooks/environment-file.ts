import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HookTable } from '@loadout/core/run';
import { makeSessionFolder } from '@loadout/sessions';
import { type RunContext, rootSession } from '../context/run-context.js';

/** The events whose hooks may write to the file. */
const WRITERS = ['SessionStart', 'CwdChanged', 'FileChanged'] as const;

type Environment = Readonly<Record<string, string>>;

/**
 * The environment of processes that tools start, with the variables that hooks wrote into a file of the session. Each run begins
 * with an empty file, which its SessionStart hooks fill. The agents that the run starts share the file. Source: HOOK-27.
 */
export class EnvironmentFile {
  readonly #context: Pick<RunContext, 'emit' | 'env' | 'parent' | 'session'>;
  readonly #skills: { readonly hooks: HookTable };
  #path: string | undefined;
  #read: { readonly version: string; readonly env: Environment } | undefined;

  /** `skills`: the skills in use, which add hooks. */
  constructor(context: Pick<RunContext, 'emit' | 'env' | 'parent' | 'session'>, skills: { readonly hooks: HookTable }) {
    this.#context = context;
    this.#skills = skills;
  }

  get path(): string {
    this.#path ??= this.#make();
    return this.#path;
  }

  /** The environment, read again after a change of the file. */
  get env(): Environment {
    const { env } = this.#context;
    if (!WRITERS.some((event) => this.#skills.hooks.has(event))) return env;
    const stat = statSync(this.path, { throwIfNoEntry: false });
    if (stat === undefined) return env;
    const version = `${stat.mtimeMs} ${stat.size}`;
    if (this.#read?.version !== version) this.#read = { version, env: this.#parse(readFileSync(this.path, 'utf8')) };
    return this.#read.env;
  }

  #make(): string {
    const { parent } = this.#context;
    const path = join(rootSession(this.#context).header.artifactDir, 'hook-environment');
    if (parent !== undefined) return path;
    makeSessionFolder(dirname(path));
    rmSync(path, { force: true });
    return path;
  }

  #parse(text: string): Environment {
    const env: Record<string, string> = { ...this.#context.env };
    for (const line of text.split('\n')) {
      if (/^\s*(?:#|$)/.test(line)) continue;
      const [, name, written = ''] = /^\s*(?:export\s+|declare\s+-x\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
      const value = name === undefined ? undefined : readValue(written.trimEnd(), env);
      if (name !== undefined && value !== undefined) env[name] = value;
      else
        this.#context.emit({
          type: 'notice',
          message: `What hooks wrote as environment has a line that is not NAME=value: ${line}`,
        });
    }
    return Object.freeze(env);
  }
}

/** Reads a value as a shell does, without running a command. */
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
