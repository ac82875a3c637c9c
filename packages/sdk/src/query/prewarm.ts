import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject } from '@loadout/core';
import { defined } from '@loadout/node';
import { errors } from '../errors.js';
import { planned } from '../setup/prepare.js';
import type { SDKUserMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import type { Query } from '../types/query.js';
import { type Begun, begin } from './query.js';
import type { StartupParameters } from './startup.js';
import { within } from './within.js';

/** Options that are known only when a session begins. They override the prewarmed options. */
export interface ClaimOptions
  extends Pick<Options, 'additionalDirectories' | 'model' | 'permissionMode' | 'title' | 'agents' | 'sessionId' | 'resume'> {
  readonly cwd: string;
  /** Added to the environment of the prewarmed options. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly maxThinkingTokens?: number | null | undefined;
  /** Merged over the prewarmed settings, key by key. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Appended to the prewarmed system prompt. */
  readonly appendSystemPrompt?: string | undefined;
}

/** A query whose folder and prompt are not known yet. */
export interface SpareProcess extends AsyncDisposable {
  /** Starts the session. Contract: may be called once; a second call, or a call after `close`, throws SDK_CLOSED. */
  claim(params: { readonly prompt: string | AsyncIterable<SDKUserMessage>; readonly options: ClaimOptions }): Query;
  /** Settles once the claimed session is open. Rejects with the error that prevents it. */
  readonly claimed: Promise<{
    readonly cwd: string;
    readonly sessionId: string;
    readonly parkedMs: number;
    readonly sdkMcpSettled: boolean;
  }>;
  /** Settles when the query has ended, or when the process was closed without a query. */
  readonly exited: Promise<void>;
  close(): void;
}

/** Loads what every query needs into this process; no process is started in advance. Throws for options that cannot be used. */
export async function prewarm({ options = {}, initializeTimeoutMs }: StartupParameters = {}): Promise<SpareProcess> {
  await within(Promise.all([planned(options), import('@loadout/runner'), import('@loadout/config')]), initializeTimeoutMs);
  return new Spare(options);
}

class Spare implements SpareProcess {
  readonly claimed: SpareProcess['claimed'];
  readonly exited: Promise<void>;
  readonly #options: Options;
  readonly #parkedAt = performance.now();
  #begun: Begun | undefined;
  #isClosed = false;
  #settle: (begun: Promise<Awaited<SpareProcess['claimed']>>) => void = () => {};
  #exit: () => void = () => {};

  constructor(options: Options) {
    this.#options = options;
    this.claimed = new Promise((resolve) => {
      this.#settle = resolve;
    });
    // A rejection that nobody awaits must not end the process.
    this.claimed.catch(() => {});
    this.exited = new Promise((resolve) => {
      this.#exit = resolve;
    });
  }

  claim({ prompt, options }: Parameters<SpareProcess['claim']>[0]): Query {
    if (this.#isClosed || this.#begun !== undefined) throw errors.SDK_CLOSED({});
    const parkedMs = Math.round(performance.now() - this.#parkedAt);
    const begun = begin({ prompt, options: claimedOptions(this.#options, options) });
    this.#begun = begun;
    this.#settle(opened(begun, { cwd: options.cwd, parkedMs }));
    void begun.ended.then(this.#exit);
    return begun.query;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#begun === undefined) {
      this.#settle(Promise.reject(errors.SDK_CLOSED({})));
      this.#exit();
    } else this.#begun.query.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }
}

async function opened({ engine }: Begun, { cwd, parkedMs }: { readonly cwd: string; readonly parkedMs: number }) {
  await engine.prepared();
  const { sessionId } = await engine.conversation();
  return { cwd: realpathSync.native(resolve(cwd)), sessionId, parkedMs, sdkMcpSettled: true };
}

function claimedOptions(warmed: Options, claim: ClaimOptions): Options {
  const { env, settings, appendSystemPrompt, maxThinkingTokens, agents, additionalDirectories, ...rest } = claim;
  return {
    ...warmed,
    ...defined(rest),
    ...(env === undefined ? {} : { env: { ...(warmed.env ?? process.env), ...env } }),
    ...(settings === undefined ? {} : { settings: { ...settingsOf(warmed), ...settings } }),
    ...(appendSystemPrompt === undefined ? {} : { systemPrompt: appended(warmed.systemPrompt, appendSystemPrompt) }),
    ...(typeof maxThinkingTokens === 'number' ? { maxThinkingTokens } : {}),
    ...(agents === undefined ? {} : { agents: { ...warmed.agents, ...agents } }),
    additionalDirectories: [...(warmed.additionalDirectories ?? []), ...(additionalDirectories ?? [])],
  };
}

function settingsOf({ settings = {} }: Options): Readonly<Record<string, unknown>> {
  if (isObject(settings)) return settings;
  throw errors.SDK_OPTIONS_INVALID({
    problem: 'a claim brings settings, and those that were warmed up are a file',
    fix: 'Give them to prewarm as an object.',
  });
}

function appended(prompt: Options['systemPrompt'], text: string): NonNullable<Options['systemPrompt']> {
  if (prompt === undefined) return text;
  if (typeof prompt === 'string' || isList(prompt)) return [prompt, text].flat();
  if (prompt.type === 'custom') return { ...prompt, prompt: [prompt.prompt, text].flat() };
  return { ...prompt, append: [prompt.append ?? '', text].filter((part) => part !== '').join('\n\n') };
}

const isList = (prompt: object): prompt is readonly string[] => Array.isArray(prompt);
