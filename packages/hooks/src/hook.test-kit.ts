import { join } from 'node:path';
import type { AnyHook, HookContext, HookEvent, HookInputs, HookOutput } from '@loadout/core';
import { hookKinds } from './index.js';

/** Makes hooks from entries, as the runner does, and asks them. `dir` is where they are configured and where the session is. */
export function hookKit(dir: () => string) {
  const problems: string[] = [];
  const printed: Parameters<HookContext['printed']>[0][] = [];
  const variables: Record<string, string> = {};

  async function make(
    entry: { type: string; [field: string]: unknown },
    event: HookEvent = 'PreToolUse',
    { cwd }: { readonly cwd?: string } = {},
  ): Promise<AnyHook> {
    const kind = hookKinds.find((one) => one.type === entry.type);
    if (kind === undefined) throw new Error(`no hook type ${entry.type}`);
    const env = { PATH: process.env.PATH ?? '' };
    return kind.make(entry, { event, configDir: dir(), cwd, env, readEnv: (name) => variables[name] });
  }

  async function ask<E extends HookEvent>(
    hook: AnyHook,
    event: E,
    fields: Partial<HookInputs[E]> = {},
    context: Partial<HookContext> = {},
  ): Promise<HookOutput | undefined> {
    problems.length = 0;
    printed.length = 0;
    const input = {
      session_id: 's1',
      transcript_path: join(dir(), 't'),
      cwd: dir(),
      permission_mode: 'default',
      agent_id: 'main',
      agent_type: 'main',
      hook_event_name: event,
      tool_name: 'Bash',
      tool_input: {},
      tool_use_id: 'u1',
      ...fields,
    };
    const whole: HookContext = {
      signal: new AbortController().signal,
      agent_id: 'main',
      session_id: 's1',
      cwd: dir(),
      report: (text) => problems.push(text),
      printed: (streams) => printed.push(streams),
      ...context,
    };
    return (await hook.run(input as never, 'u1', whole)) as HookOutput | undefined;
  }
  return { make, ask, problems, printed, variables };
}
