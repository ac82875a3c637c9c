import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckedChange } from '@loadout/command/chat';
import { type AnyTool, defineTool } from '@loadout/core';
import type { ModelEvent, ModelProvider, ModelRequest } from '@loadout/core/model';
import { type AgentOptions, createAgent } from '@loadout/runner';
import { onTestFinished } from 'vitest';
import type { Asks, ChatEnd, ChatHost } from '../chat-host.js';
import { HeadlessTerminal } from '../screen/headless-terminal.test-kit.js';
import { hides, sees } from '../screen/seen.test-kit.js';
import { runChat } from './run-chat.js';

export interface Step {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input?: unknown }[];
  /** The end of the answer waits for this. */
  readonly hold?: Promise<void>;
}

/** A model that answers with these steps in turn. */
function scripted(steps: readonly Step[]): ModelProvider & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    name: 'test',
    requests,
    async *stream(request, { signal }): AsyncGenerator<ModelEvent> {
      const index = requests.push({ ...request, messages: [...request.messages] }) - 1;
      const { thinking, text = '', calls = [], hold } = steps[index] ?? { text: 'No more.' };
      yield { type: 'start', id: `m${index}`, model: request.model };
      if (thinking !== undefined) yield { type: 'thinking', text: thinking };
      for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) yield { type: 'text', text: piece };
      if (text !== '') yield { type: 'block', block: { type: 'text', text } };
      for (const [at, { name, input = {} }] of calls.entries())
        yield { type: 'block', block: { type: 'tool_use', id: `c${index}_${at}`, name, input } };
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      if (hold !== undefined) await Promise.race([hold, aborted]);
      signal.throwIfAborted();
      yield {
        type: 'end',
        stopReason: calls.length > 0 ? 'tool_use' : 'end_turn',
        usage: { input_tokens: 10, output_tokens: 5 },
      };
    },
  };
}

export const textsOf = (request: { readonly messages: readonly { readonly content: readonly unknown[] }[] } | undefined) =>
  JSON.stringify(request?.messages);

export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

/** A tool that a person is asked about. */
export const writer = (
  name: string,
  call: (input: Record<string, unknown>, signal: AbortSignal) => string | Promise<string>,
): AnyTool =>
  defineTool({
    name,
    description: name,
    inputSchema: { type: 'object', additionalProperties: true },
    annotations: { readOnlyHint: false, destructiveHint: true },
    call: (input, { signal }) => call(input as Record<string, unknown>, signal),
  });

export const reader = (name: string, call: () => string | Promise<string>): AnyTool =>
  defineTool({
    name,
    description: name,
    inputSchema: { type: 'object', additionalProperties: true },
    annotations: { readOnlyHint: true, openWorldHint: false },
    access: () => [],
    call: () => call(),
  });

type Own = 'customTools' | 'permissions' | 'checkpoints' | 'plugins' | 'hooks' | 'expandsMentions';

export interface Chatting extends Pick<AgentOptions, Own> {
  readonly steps: readonly Step[];
  readonly columns?: number;
  readonly rows?: number;
  /** The configuration is loaded when this is settled. */
  readonly ready?: Promise<void>;
  readonly command?: ChatHost['command'];
  readonly checkReload?: ChatHost['checkReload'];
  /** Asked before the agent is ready, such as whether to trust a file. */
  readonly first?: (asks: Asks) => Promise<unknown>;
  /** The text of the person's `chat.yaml`. */
  readonly settings?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function writeSettings(home: string, text: string): void {
  const folder = join(home, '.config', 'loadout');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'chat.yaml'), text);
}

/** A chat on a terminal without a window, with a clock for the dead time of questions. */
export async function chatting({
  steps,
  columns = 80,
  rows = 24,
  ready,
  command,
  checkReload = async () => {},
  first,
  settings,
  env: more,
  ...options
}: Chatting) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-chat-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { HOME: folder, PATH: process.env.PATH ?? '', LOADOUT_STATE_DIR: join(folder, 'state'), ...more };
  if (settings !== undefined) writeSettings(folder, settings);
  const terminal = new HeadlessTerminal({ columns, rows, env });
  const model = scripted(steps);
  const stopped = new AbortController();
  const clock = { now: 0 };
  let tell: (text: string) => void = () => {};
  const host: ChatHost = {
    terminal,
    version: '0.0.0',
    verbose: false,
    stopped: stopped.signal,
    load: async (asks) => {
      tell = asks.tell;
      await ready;
      await first?.(asks);
      const { ask, answer, elicit } = asks;
      const agent = await createAgent({
        model,
        workspace: folder,
        env,
        ask,
        answer,
        elicit,
        ...options,
      });
      onTestFinished(() => agent.close());
      const config = join(folder, 'agent.config.yaml');
      writeFileSync(config, '');
      return { agent, choice: {}, change: new CheckedChange({ config, stateDir: env.LOADOUT_STATE_DIR, since: 0 }) };
    },
    command: command ?? (async (words) => ({ code: 0, text: `ran ${words.join(' ')}\n` })),
    startView: () => 'opened\n',
    checkReload,
    called: 'npx @loadout/cli',
  };
  const end: Promise<ChatEnd> = runChat(host, { now: () => clock.now });
  onTestFinished(async () => {
    stopped.abort();
    await end.catch(() => {});
  });
  const text = async () => (await terminal.text()).join('\n');
  return {
    terminal,
    model,
    folder,
    end,
    stop: () => stopped.abort(),
    tell: (given: string) => tell(given),
    type: (keys: string) => terminal.type(keys),
    text,
    sees: (pattern: string | RegExp) => sees(text, pattern),
    hides: (pattern: string | RegExp) => hides(text, pattern),
    /** Time goes by without a key. */
    rest: (ms = 300) => {
      clock.now += ms;
    },
  };
}
