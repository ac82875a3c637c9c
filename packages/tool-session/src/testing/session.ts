import {
  type AnyTool,
  DeferredTools,
  defineTool,
  type HookSet,
  type PermissionMode,
  type RunSetting,
  RunSettings,
  type Service,
  SessionMode,
  UserQuestions,
} from '@loadout/core';
import {
  type Asker,
  assembleToolPool,
  type CallEnvironment,
  RestrictionStack,
  registerHooks,
  runToolCall,
} from '@loadout/core/run';
import { callTool, type TestContext, testContext } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import plugin from '../index.js';

interface SessionParts {
  readonly mode?: PermissionMode;
  /** Answers questions. Absent: nobody can be asked. */
  readonly person?: UserQuestions['ask'];
  /** Names and descriptions of the deferred tools. */
  readonly deferred?: Readonly<Record<string, string>>;
  readonly pauseTimeout?: number;
}

interface Host {
  readonly asker?: Asker;
  readonly hooks?: HookSet;
}

/** A session with the plugin's tools and all that a host offers them, in memory. */
export async function openSession({ mode = 'default', person, deferred, ...options }: SessionParts = {}) {
  const parts = await plugin.setup({ options: options as never, mount: 'session', configDir: '/', stateDir: '/none' });
  const sessionMode = modeOf(mode);
  const settings = settingsOf();
  const services: (readonly [Service<unknown>, unknown])[] = [
    ...(parts.services ?? []).map((offer) => [offer.service, offer.create(SCOPE)] as const),
    [SessionMode, sessionMode],
    [RunSettings, settings],
    ...(person === undefined ? [] : ([[UserQuestions, { ask: person }]] as const)),
    ...(deferred === undefined ? [] : ([[DeferredTools, deferredOf(deferred)]] as const)),
  ];
  const context: TestContext = testContext({ services });
  onTestFinished(() => context.dispose());
  const tools = [...(parts.tools ?? []), WRITE];
  const tool = (name: string): AnyTool => {
    const found = tools.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the plugin has no tool ${name}`);
    return found;
  };
  let calls = 0;
  return {
    mode: sessionMode,
    settings,
    context,
    /** The tool alone. */
    async call(name: string, input: unknown = {}) {
      calls += 1;
      const own: TestContext = Object.create(context, { toolUseId: { value: `t${calls}`, enumerable: true } });
      const { content, isError, structuredContent } = await callTool(tool(name), input, own);
      return { content, isError, structured: structuredContent };
    },
    /** A whole call, with permissions, hooks and somebody to ask. */
    async run(name: string, input: unknown = {}, host: Host = {}) {
      calls += 1;
      const env = environment({ tools, context, mode: sessionMode }, host);
      const { outcome, result, stop } = await runToolCall({ id: `t${calls}`, name, input }, env);
      return { outcome, content: result.content, structured: result.structuredContent, stop };
    },
  };
}

const SCOPE = { sessionId: 'session-test', cwd: '/', roots: ['/'], artifactDir: '/', env: {} };

/** A tool that represents every tool that changes something. */
const WRITE = defineTool({ name: 'Write', description: 'Changes something.', call: () => 'written' });

function modeOf(first: PermissionMode): SessionMode {
  let mode = first;
  return {
    get: () => mode,
    set(next) {
      mode = next;
    },
  };
}

/** The settings of a run. Two of them may be changed. */
function settingsOf(): RunSettings {
  const configured: Record<string, unknown> = { effort: 'high', model: 'main' };
  const now = new Map(Object.entries(configured));
  const efforts = ['low', 'medium', 'high'];
  return {
    list: (): RunSetting[] => [
      { key: 'effort', description: 'How much thought', value: now.get('effort'), values: efforts },
      { key: 'model', description: 'Which model', value: now.get('model') },
    ],
    set(key, value) {
      if (key === 'effort' && value !== null && !efforts.includes(String(value)))
        throw new Error(`effort is one of ${efforts.join(', ')}, not ${JSON.stringify(value)}.`);
      now.set(key, value ?? configured[key]);
    },
  };
}

function deferredOf(descriptions: Readonly<Record<string, string>>): DeferredTools {
  const waiting = new Map(Object.entries(descriptions));
  return {
    list: () => [...waiting].map(([name, description]) => ({ name, description })),
    load: (names) => names.filter((name) => waiting.delete(name)),
  };
}

function environment(
  { tools, context, mode }: { tools: readonly AnyTool[]; context: TestContext; mode: SessionMode },
  { asker, hooks = {} }: Host,
): CallEnvironment {
  const { dir } = context;
  return {
    pool: assembleToolPool({ baseTools: tools }),
    restrictions: new RestrictionStack(),
    permissions: () => ({
      mode: mode.get(),
      rules: [],
      roots: [dir],
      workspace: dir,
      home: dir,
      artifactDir: context.artifactDir,
    }),
    hooks: registerHooks([{ hooks, owner: 'test' }]),
    base: () => ({
      session_id: 'session-test',
      transcript_path: '/none',
      cwd: dir,
      permission_mode: mode.get(),
      agent_id: 'main',
      agent_type: 'main',
    }),
    clock: { now: () => performance.now(), after: (ms, action) => stopTimer(setTimeout(action, ms)) },
    signal: context.signal,
    emit: () => {},
    contextFor: ({ id, signal, progress }) => ({ ...context, toolUseId: id, signal, progress }),
    turn: async () => {},
    asker: () => asker,
    updatePermissions(updates) {
      for (const update of updates) if (update.type === 'setMode') mode.set(update.mode);
    },
  };
}

const stopTimer = (timer: NodeJS.Timeout) => () => clearTimeout(timer);
