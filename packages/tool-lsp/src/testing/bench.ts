import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AnyTool,
  compileSchema,
  type Hook,
  type HookContext,
  type HookOutput,
  type ServiceOffer,
  type ToolContext,
} from '@loadout/core';
import { callTool, type TestContext, testContext } from '@loadout/testing';
import plugin from '../index.js';
import { type LspOptions, optionsSchema } from '../options.js';
import type { LspSession } from '../session/sessions.js';

const resolve = createRequire(import.meta.url).resolve;

/** Where the servers of the development dependencies are. */
export const SERVERS = fileURLToPath(new URL('../../../../node_modules/.bin', import.meta.url));
const NODE = dirname(process.execPath);
export const PATH = [SERVERS, NODE, '/usr/bin', '/bin'].join(':');

/** typescript-language-server with a TypeScript that has a tsserver; the one of this repository has none. */
export const tsserver = { disableAutomaticTypingAcquisition: true, tsserver: { path: resolve('typescript/lib/tsserver.js') } };

export interface Called {
  readonly content: string;
  readonly lines: readonly string[];
  readonly isError: boolean;
  readonly structured: Record<string, unknown>;
}

export interface Bench {
  readonly folder: string;
  readonly context: TestContext;
  readonly tool: AnyTool;
  /** The servers of its session. */
  readonly session: LspSession;
  write(files: Readonly<Record<string, string>>): void;
  call(input: object, over?: Partial<ToolContext>): Promise<Called>;
  /** Writes a file as the Write tool does. Returns the text of the hook for the model; empty for none. */
  edit(path: string, change: { readonly before?: string | undefined; readonly after: string }, session?: string): Promise<string>;
  dispose(): Promise<void>;
}

/** The options with their defaults, as a host parses them. */
export async function parsedOptions(options: object): Promise<LspOptions> {
  const parsed = await compileSchema(optionsSchema, 'the options of lsp').parse(options);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.value as LspOptions;
}

export async function setUp(
  options: object = {},
  { path = PATH, services = [] }: { readonly path?: string; readonly services?: readonly (readonly [string, unknown])[] } = {},
): Promise<Bench> {
  const base = testContext({ services });
  const folder = realpathSync(base.dir);
  const parts = await plugin.setup({
    options: (await parsedOptions(options)) as never,
    mount: 'lsp',
    configDir: folder,
    stateDir: join(folder, 'state'),
  });
  const offer = parts.services?.[0] as ServiceOffer<LspSession>;
  const session = offer.create(base);
  const context = contextWith(base, {
    env: { ...base.env, PATH: path },
    get: ((service) => (service.key === offer.service.key ? session : base.get(service))) as ToolContext['get'],
  }) as TestContext;
  const tool = parts.tools?.[0] as AnyTool;
  const [hook] = (parts.hooks?.PostToolUse ?? []) as readonly Hook<'PostToolUse'>[];
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  return {
    folder,
    context,
    tool,
    session,
    write,
    async call(input, over = {}) {
      const { content, isError, structuredContent = {} } = await callTool(tool, input, contextWith(context, over));
      return { content, lines: content.split('\n'), isError, structured: structuredContent as Record<string, unknown> };
    },
    async edit(name, { before, after }, session_id = context.sessionId) {
      write({ [name]: after });
      const response = { type: 'update', originalFile: before ?? null };
      const input = { session_id, cwd: folder, tool_input: { file_path: name }, tool_response: response };
      const answer = (await hook?.run(input as never, 'toolu_1', { signal: base.signal } as HookContext)) as
        | HookOutput
        | undefined;
      return answer?.hookSpecificOutput?.additionalContext ?? '';
    },
    async dispose() {
      await offer.dispose?.(session);
      await base.dispose();
    },
  };
}

/** A context with some members replaced. Spreading it would lose inherited members. */
const contextWith = (context: ToolContext, over: Partial<ToolContext>): ToolContext =>
  Object.create(context, Object.getOwnPropertyDescriptors(over)) as ToolContext;
