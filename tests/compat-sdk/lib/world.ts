import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Options, Query, SDKMessage, SDKUserMessage } from '@loadout/sdk';
import { type MockApi, type MockApiOptions, startMockApi } from '@loadout/testing';
import { expect, onTestFinished } from 'vitest';
import type { Sdk } from './sdks.js';
import { type Ended, ended, Talk } from './talk.js';

/** A separate folder, home and API, so that the test reads and writes no file of this machine. */
export interface World {
  readonly api: MockApi;
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs one prompt to its end. */
  ask(sdk: Sdk, prompt: string, options?: Options): Promise<Ended>;
  query(sdk: Sdk, prompt: string | AsyncIterable<SDKUserMessage>, options?: Options): Query;
  /** Sends as many prompts as the test wants. */
  talk(sdk: Sdk, options?: Options): Talk;
}

export function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-compat-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return made;
}

export interface WorldOptions {
  /** Files of the agent's folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** `false`: the test checks the requests itself. */
  readonly validate?: boolean;
}

/** A test that sent a request which the API would refuse fails. */
export async function world(replies: MockApiOptions['replies'], options: WorldOptions = {}): Promise<World> {
  const api = await startMockApi({ replies, validate: options.validate });
  onTestFinished(async () => {
    await api.close();
    expect(api.invalid).toEqual([]);
  });
  const [cwd, home] = [folder(), folder()];
  for (const [name, text] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: 'key',
    ...options.env,
  };
  const query: World['query'] = (sdk, prompt, more = {}) => {
    const { abortController = new AbortController() } = more;
    const options = { cwd, env, model: 'claude-sonnet-4-5', ...sdk.engine, ...more, abortController };
    const made: Query = sdk.query({ prompt, options });
    // Early SDKs have no `close`.
    onTestFinished(() => ((made as Partial<Query>).close === undefined ? abortController.abort() : made.close()));
    return made;
  };
  return {
    api,
    cwd,
    home,
    env,
    query,
    ask: (sdk, prompt, more) => ended(query(sdk, prompt, more)),
    talk: (sdk, more) => new Talk((prompts) => query(sdk, prompts, more)),
  };
}

/** `type`, or `type/subtype`, without the messages that only report a state. */
export const kinds = (messages: readonly SDKMessage[]): readonly string[] =>
  messages.map((message) => ('subtype' in message ? `${message.type}/${message.subtype}` : message.type));

/** The session functions read the home of this process. */
export async function atHome<T>({ home }: World, work: () => Promise<T>): Promise<T> {
  const before = process.env.CLAUDE_CONFIG_DIR;
  process.env.CLAUDE_CONFIG_DIR = join(home, '.claude');
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.CLAUDE_CONFIG_DIR;
    else process.env.CLAUDE_CONFIG_DIR = before;
  }
}
