import { describe, expect, it } from 'vitest';
import { makeWorld, recorder, settleMicrotasks } from '../call/environment.test-kit.js';
import { runToolCall } from '../call/pipeline.js';
import type { HookSet } from '../contract/hook/hook.js';
import type { AnyTool } from '../contract/tool.js';
import { Schedule } from './schedule.js';

interface Early {
  readonly annotations?: object;
  readonly access?: readonly object[];
  readonly hooks?: HookSet;
  readonly allow?: readonly string[];
}

const READS = { readOnlyHint: true };

/** One call of a message that is still streaming. `log` has all that acted. */
async function streaming({ annotations = READS, access = [], hooks = {}, allow = ['Work'] }: Early) {
  const log: string[] = [];
  const { tool } = recorder({
    name: 'Work',
    inputSchema: { type: 'object' },
    annotations,
    access: () => access,
    call: () => {
      log.push('ran');
      return 'done';
    },
  } as never);
  const heard = Object.fromEntries(
    Object.entries(hooks).map(([event, hook]) => [event, { ...hook, run: () => void log.push(event) }]),
  ) as HookSet;
  const world = makeWorld({ tools: [tool as AnyTool], allow: [...allow], hooks: heard });
  const schedule = new Schedule(10);
  schedule.add((turn, kept) => runToolCall({ id: 'a', name: 'Work', input: {} }, { ...world.env, turn, kept }));
  await settleMicrotasks();
  return { schedule, log };
}

const hook = (matcher = 'Work') => ({ name: 'h', matcher, run: () => undefined });
const WRITES = [{ kind: 'write', path: '/repo/a' }];

const CASES: readonly (readonly [string, Early, readonly string[], readonly string[]])[] = [
  ['a read-only call runs', {}, ['ran'], ['ran']],
  ['a call with an effect that may be repeated waits', { annotations: { idempotentHint: true } }, [], ['ran']],
  ['a read-only call that may not be repeated waits', { annotations: { ...READS, idempotentHint: false } }, [], ['ran']],
  ['a call that says that it only reads, and touches a file to write, waits', { access: WRITES }, [], ['ran']],
  ['a call that runs a command waits', { access: [{ kind: 'run', text: 'x' }] }, [], ['ran']],
  ['a call that runs a command that reads runs', { access: [{ kind: 'run', text: 'x', does: 'reads' }] }, ['ran'], ['ran']],
  ['PreToolUse waits, and the call with it', { hooks: { PreToolUse: hook() } }, [], ['PreToolUse', 'ran']],
  ['a hook of another tool does not keep a call waiting', { hooks: { PreToolUse: hook('Other') } }, ['ran'], ['ran']],
  ['PostToolUse waits, and the call does not', { hooks: { PostToolUse: hook() } }, ['ran'], ['ran', 'PostToolUse']],
  [
    'PermissionDenied waits',
    { allow: [], access: [{ kind: 'read', path: '/elsewhere' }], hooks: { PermissionDenied: hook() } },
    [],
    ['PermissionDenied'],
  ],
];

describe('before its message is complete (F22)', () => {
  it.each(CASES)('%s', async (_, early, before, after) => {
    const { schedule, log } = await streaming(early);
    expect(log).toEqual(before);
    schedule.messageComplete();
    expect(await schedule.results()).toHaveLength(1);
    expect(log).toEqual(after);
  });

  it.each(CASES)('%s, and nothing more acts if the message is discarded', async (_, early, before) => {
    const { schedule, log } = await streaming(early);
    schedule.stop('the message was cut.');
    expect(await schedule.results()).toHaveLength(1);
    expect(log).toEqual(before);
  });
});
