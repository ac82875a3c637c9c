import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable, Writable } from 'node:stream';
import {
  type ClientCapabilities,
  type ClientConnection,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type CreateTerminalRequest,
  type CreateTerminalResponse,
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ReleaseTerminalRequest,
  type RequestPermissionRequest,
  type SessionNotification,
  type SessionUpdate,
  type WaitForTerminalExitRequest,
  type WaitForTerminalExitResponse,
} from '@agentclientprotocol/sdk';
import { judgeConfig } from '@loadout/config';
import { onTestFinished } from 'vitest';
import { serveAcp } from '../../packages/acp/src/serve-acp.js';
import { Io } from '../../packages/cli/src/io.js';
import { commandHost } from '../../packages/cli/src/packaged/command-host.js';
import { environmentOf } from '../lib/loadout.js';

type Answer = string | 'cancelled' | ((request: RequestPermissionRequest) => string | Promise<string>);

export interface EditorWish {
  readonly cwd: string;
  /** The answers to questions, in their order: the beginning of the name of an option. After the last one: `No`. */
  readonly answers?: readonly Answer[];
  readonly capabilities?: ClientCapabilities;
  readonly form?: (request: CreateElicitationRequest) => CreateElicitationResponse;
  /** The texts that the editor shows, by their paths: a text, or what it answers. */
  readonly shows?: (path: string) => string | Promise<string>;
  /** The terminals of the editor. */
  readonly terminal?: {
    create(request: CreateTerminalRequest): Promise<CreateTerminalResponse>;
    waitForExit(request: WaitForTerminalExitRequest): Promise<WaitForTerminalExitResponse>;
    release(request: ReleaseTerminalRequest): Promise<void>;
  };
  /** Takes a new text, as an editor that saves it. */
  readonly takes?: (path: string, text: string) => void | Promise<void>;
  readonly flags?: Readonly<Record<string, unknown>>;
  /** The agent that the command line names. */
  readonly agent?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default `true`: the configuration is trusted. */
  readonly trust?: boolean;
}

export interface Editor {
  readonly agent: ClientConnection['agent'];
  readonly updates: SessionUpdate[];
  readonly questions: RequestPermissionRequest[];
  readonly forms: CreateElicitationRequest[];
  /** The files whose texts the editor was asked for. */
  readonly asked: string[];
  /** Standard error of the command. */
  told(): string;
  /** Every frame that the command wrote. */
  frames(): string;
  /** Starts a session. */
  session(more?: { readonly cwd?: string; readonly mcpServers?: never[] }): Promise<string>;
  /** Sends a prompt, and returns why it stopped. */
  prompt(sessionId: string, text: string): Promise<string>;
  /** The text of the answers so far, of all sessions or of one. */
  said(sessionId?: string): string;
  /** The updates of one kind. */
  of<K extends SessionUpdate['sessionUpdate']>(kind: K): Extract<SessionUpdate, { sessionUpdate: K }>[];
  /** Disconnects, as an editor that is closed, and waits for the end of the command. */
  close(): Promise<void>;
}

const FLAGS = { config: undefined, profile: undefined, param: [], cwd: undefined, trust: undefined, 'require-trust': false };
const RULES = { 'permission-mode': undefined, allow: [], ask: [], deny: [], setup: false };

/** The command in this process, over its own frames. */
async function command({ cwd, flags = {}, ...wish }: EditorWish) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const written = { told: '' };
  const env = { ...environmentOf({ cwd }), ...(await trustOf({ cwd, ...wish })), ...wish.env };
  const io = new Io({ cwd, env, stdin: input, stdout: output, stderr: { write: (text: string) => (written.told += text) } });
  const base = commandHost(io, 'acp');
  const host = Object.create(base, {
    frames: { value: { input, write: (frame: string, done: (error?: Error | null) => void) => io.frame(frame, done) } },
  }) as typeof base;
  const served = serveAcp({ host, flags: { ...FLAGS, ...RULES, ...flags }, agent: wish.agent });
  const close = async () => {
    input.end();
    await served.catch(() => {});
    output.end();
    base.release();
  };
  onTestFinished(close);
  return { input, output, written, served, close };
}

interface Frame {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly update?: SessionUpdate };
  readonly result?: { readonly sessionId?: string };
  readonly error?: unknown;
}

/** A client that writes what it likes. */
export async function rawEditor(wish: EditorWish) {
  const { input, output, served } = await command(wish);
  const frames: Frame[] = [];
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const next = async () => {
    const { value } = await lines.next();
    const frame = JSON.parse(String(value)) as Frame;
    frames.push(frame);
    return frame;
  };
  const until = async (fits: (frame: Frame) => boolean) => {
    for (;;) {
      const frame = await next();
      if (fits(frame)) return frame;
    }
  };
  const write = (frame: object) => void input.write(`${JSON.stringify(frame)}\n`);
  let asked = 0;
  return {
    served,
    frames,
    next,
    until,
    write,
    text: (text: string) => void input.write(text),
    ask: (method: string, params: object) => {
      asked += 1;
      const id = `asked-${asked}`;
      write({ jsonrpc: '2.0', id, method, params });
      return until((frame) => frame.id === id);
    },
  };
}

/** An editor of the official SDK, connected to the command. */
export async function editor(wish: EditorWish): Promise<Editor> {
  const fs = { readTextFile: wish.shows !== undefined, writeTextFile: wish.takes !== undefined };
  const {
    cwd,
    answers = [],
    capabilities = { fs, terminal: wish.terminal !== undefined },
    form = () => ({ action: 'decline' as const }),
  } = wish;
  const { input, output, written, close } = await command(wish);
  let frames = '';
  output.on('data', (bytes: Buffer) => (frames += bytes.toString()));
  const [updates, questions, forms]: [SessionUpdate[], RequestPermissionRequest[], CreateElicitationRequest[]] = [[], [], []];
  const notifications: SessionNotification[] = [];
  const asked: string[] = [];
  const connection = client({ name: 'editor' })
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      const answer = answers[questions.push(params) - 1] ?? 'No';
      const name = typeof answer === 'function' ? await answer(params) : answer;
      const option = params.options.find((one) => one.name.startsWith(name));
      return option === undefined
        ? { outcome: { outcome: 'cancelled' } }
        : { outcome: { outcome: 'selected', optionId: option.optionId } };
    })
    .onRequest(methods.client.elicitation.create, ({ params }) => {
      forms.push(params);
      return form(params);
    })
    .onRequest(methods.client.fs.readTextFile, async ({ params }) => {
      asked.push(params.path);
      return { content: (await wish.shows?.(params.path)) ?? '' };
    })
    .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
      await wish.takes?.(params.path, params.content);
      return {};
    })
    .onRequest(methods.client.terminal.create, async ({ params }) => (await wish.terminal?.create(params)) ?? { terminalId: '' })
    .onRequest(methods.client.terminal.waitForExit, async ({ params }) => (await wish.terminal?.waitForExit(params)) ?? {})
    .onRequest(methods.client.terminal.release, async ({ params }) => {
      await wish.terminal?.release(params);
      return {};
    })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update);
      notifications.push(params);
    })
    .connect(
      ndJsonStream(Writable.toWeb(input) as WritableStream<Uint8Array>, Readable.toWeb(output) as ReadableStream<Uint8Array>),
    );
  const { agent } = connection;
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities: capabilities });
  const of = <K extends SessionUpdate['sessionUpdate']>(kind: K) =>
    updates.filter((update): update is Extract<SessionUpdate, { sessionUpdate: K }> => update.sessionUpdate === kind);
  return {
    agent,
    updates,
    questions,
    forms,
    asked,
    told: () => written.told,
    frames: () => frames,
    session: async (more = {}) => (await agent.request(methods.agent.session.new, { cwd, mcpServers: [], ...more })).sessionId,
    prompt: async (sessionId, text) =>
      (await agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] })).stopReason,
    said: (id) =>
      notifications.flatMap(({ sessionId, update }) => (id === undefined || id === sessionId ? textOf(update) : [])).join(''),
    of,
    close,
  };
}

const textOf = (update: SessionUpdate): readonly string[] =>
  update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [];

async function trustOf({ cwd, trust = true }: EditorWish): Promise<Readonly<Record<string, string>>> {
  if (!trust) return {};
  const verdict = await judgeConfig({ cwd, env: {}, trust: { file: join(cwd, 'nobody', 'trust.json') } });
  return verdict.parts.length === 0 ? {} : { LOADOUT_TRUST: verdict.hash };
}
