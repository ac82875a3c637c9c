import { FakeClock } from '../call/environment.test-kit.js';
import type { HookAnswers } from '../contract/hook/events.js';
import type { Hook, HookSet } from '../contract/hook/hook.js';
import type { HookEnvironment, HookEvents } from './hook-environment.js';
import { registerHooks } from './register.js';
import { runHooks } from './run.js';

/** The hooks of a test, with a stopped clock and a record of the hooks that ran. */
export function makeRound(hooks: HookSet) {
  const clock = new FakeClock();
  const ran: HookEvents[] = [];
  const abort = new AbortController();
  const env: HookEnvironment = {
    hooks: registerHooks([{ hooks, owner: 'test' }]),
    base: () => ({
      session_id: 's1',
      transcript_path: '/t.jsonl',
      cwd: '/repo',
      permission_mode: 'default',
      agent_id: 'main',
      agent_type: 'main',
    }),
    clock,
    signal: abort.signal,
    emit: (event) => void ran.push(event),
  };
  const pre = (tool_name = 'Bash', tool_input: unknown = { n: 0 }) =>
    runHooks('PreToolUse', { tool_name, tool_input, tool_use_id: 't1' }, env);
  return { env, clock, ran, pre, abort };
}

export type Pre = Hook<'PreToolUse'>;
export const says = (permissionDecision: 'allow' | 'ask' | 'defer' | 'deny'): HookAnswers['PreToolUse'] => ({
  hookSpecificOutput: { permissionDecision, permissionDecisionReason: permissionDecision },
});
