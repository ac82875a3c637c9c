import { describe, expect, it } from 'vitest';
import { makeWorld } from './environment.test-kit.js';
import { execute } from './execute.js';
import { parseInput } from './parse-input.js';
import { permit } from './permit.js';
import { settle } from './settle.js';
import type {
  CheckedCall,
  ExecutedCall,
  HookedCall,
  ParsedCall,
  PermittedCall,
  PostHookedCall,
  RequestedCall,
  ResolvedCall,
} from './states.js';
import { postToolUse, preToolUse } from './tool-hooks.js';

type Calls = {
  requested: RequestedCall;
  resolved: ResolvedCall;
  parsed: ParsedCall;
  hooked: HookedCall;
  permitted: PermittedCall;
  executed: ExecutedCall;
  checked: CheckedCall;
  postHooked: PostHookedCall;
};

describe('a stage takes exactly the state before it', () => {
  it('does not compile without a stage, or in another order (PIPE-01)', () => {
    const { env } = makeWorld();
    const inOrder = (call: Calls) => [
      parseInput(call.resolved, env),
      preToolUse(call.parsed, env),
      permit(call.hooked, env),
      execute(call.permitted, env),
      postToolUse(call.checked, env),
      settle(call.postHooked, env),
    ];
    const outOfOrder = (call: Calls) => [
      // @ts-expect-error no tool yet
      parseInput(call.requested, env),
      // @ts-expect-error the input is not parsed
      preToolUse(call.requested, env),
      // @ts-expect-error the input is not parsed
      preToolUse(call.resolved, env),
      // @ts-expect-error no hook was asked
      permit(call.parsed, env),
      // @ts-expect-error nothing permitted it
      execute(call.hooked, env),
      // @ts-expect-error neither hooks nor permissions saw it
      execute(call.parsed, env),
      // @ts-expect-error the output was not checked
      postToolUse(call.executed, env),
      // @ts-expect-error it did not run
      postToolUse(call.permitted, env),
      // @ts-expect-error neither checked nor told to hooks
      settle(call.executed, env),
      // @ts-expect-error the hooks were not told
      settle(call.checked, env),
    ];
    expect([inOrder, outOfOrder].map((check) => check.length)).toEqual([1, 1]);
  });

  it('does not accept a decision other than allow as a permission', () => {
    const decided = { behavior: 'ask' as const, reason: '', trace: [] };
    // @ts-expect-error only `allow` permits
    const permission: PermittedCall['permission'] = decided;
    expect(permission).toBe(decided);
  });
});
