import { type AnyTool, type HookRound, type Service, SessionHooks } from '@loadout/core';
import { callTool, type TestContext, testContext } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import plugin from '../index.js';

interface BenchOptions {
  readonly strictTodos?: boolean;
  /** The answers of the session's hooks. */
  readonly fire?: SessionHooks['fire'];
}

type Called = { readonly content: string; readonly isError: boolean; readonly structured: unknown };

/** A session with the plugin's tools. */
export async function openSession({ fire, ...options }: BenchOptions = {}) {
  const parts = await plugin.setup({ options: options as never, mount: 'tasks', configDir: '/', stateDir: '/none' });
  const context: TestContext = testContext({
    services: [
      ...(parts.services ?? []).map((offer): [Service<unknown>, unknown] => [offer.service, offer.create(SCOPE)]),
      ...(fire === undefined ? [] : ([[SessionHooks, { fire }]] as const)),
    ],
  });
  onTestFinished(() => context.dispose());
  const tool = (name: string): AnyTool => {
    const found = parts.tools?.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the plugin has no tool ${name}`);
    return found;
  };
  const call = async (name: string, input: unknown = {}): Promise<Called> => {
    const { content, isError, structuredContent } = await callTool(tool(name), input, context);
    return { content, isError, structured: structuredContent };
  };
  return { context, parts, tool, call };
}

const SCOPE = { sessionId: 'session-test', cwd: '/', roots: ['/'], artifactDir: '/', env: {} };

export const blocking = (reason: string): HookRound => ({
  verdict: { behavior: 'deny', reason, by: 'gate' },
  contexts: [],
  messages: [],
});
