import { describe, expect, it } from 'vitest';
import { gate, makeWorld, preToolUse, recorder, settleMicrotasks } from '../call/environment.test-kit.js';
import { runToolCall } from '../call/pipeline.js';
import type { ParsedCall, SettledCall } from '../call/states.js';
import type { HookSet } from '../contract/hook/hook.js';
import type { AnyTool } from '../contract/tool.js';
import { Schedule } from './schedule.js';

/** Calls whose ends the test decides. `R` reads and is safe beside others, `W` is neither; a hook may turn an `R` into a `W`. */
function makeCalls(limit: number, options: { hooks?: HookSet; complete?: boolean; isOneMessage?: boolean } = {}) {
  const running = new Set<string>();
  const log: string[] = [];
  const ends = new Map<string, ReturnType<typeof gate>>();
  const work = async (input: { id: string }) => {
    const end = gate();
    ends.set(input.id, end);
    running.add(input.id);
    log.push([...running].join(' '));
    await end.opened;
    running.delete(input.id);
    return input.id;
  };
  const inputSchema = { type: 'object', properties: { id: { type: 'string' }, safe: { type: 'boolean' } } };
  const isConcurrencySafe = (input: { safe?: boolean }) => input.safe === true;
  const { tool } = recorder({ name: 'Work', inputSchema, isConcurrencySafe, isReadOnly: isConcurrencySafe, call: work } as never);
  const world = makeWorld({ tools: [tool as AnyTool], allow: ['Work'], hooks: options.hooks ?? {} });
  const schedule = new Schedule(limit, options);
  if (options.complete !== false && options.isOneMessage !== false) schedule.messageComplete();
  const add = (id: string) =>
    schedule.add((turn) => runToolCall({ id, name: 'Work', input: { id, safe: id.startsWith('R') } }, { ...world.env, turn }));
  const end = async (...ids: string[]) => {
    for (const id of ids) ends.get(id)?.open();
    await settleMicrotasks();
  };
  const now = async () => {
    await settleMicrotasks();
    return [...running].join(' ');
  };
  return { schedule, add, end, now, log, running, world };
}

describe('the calls of one message', () => {
  it('R R W G W R run as [R R] [W] [G] [W] [R] (ORCH-02)', async () => {
    const { schedule, add, end, now } = makeCalls(10);
    for (const id of ['R1', 'R2', 'W1', 'Rg', 'W2', 'R3']) add(id);
    const batches: string[] = [];
    for (let batch = await now(); batch !== ''; batch = await now()) {
      batches.push(batch);
      await end(...batch.split(' '));
    }
    expect(batches).toEqual(['R1 R2', 'W1', 'Rg', 'W2', 'R3']);
    expect((await schedule.results()).map((call) => call.id)).toEqual(['R1', 'R2', 'W1', 'Rg', 'W2', 'R3']);
  });

  it('runs twelve reads within the limit, and starts the next when one ends, not when all do (ORCH-03)', async () => {
    const { schedule, add, end, now, log } = makeCalls(10);
    for (let index = 1; index <= 12; index++) add(`R${index}`);
    await now();
    await end('R5');
    expect(await now()).toBe('R1 R2 R3 R4 R6 R7 R8 R9 R10 R11');
    for (let ids = await now(); ids !== ''; ids = await now()) await end(...ids.split(' '));
    expect(Math.max(...log.map((line) => line.split(' ').length))).toBe(10);
    expect(await schedule.results()).toHaveLength(12);
  });

  it('keeps the results in the order of the calls, whichever ends first (ORCH-04)', async () => {
    const { schedule, add, end, now } = makeCalls(10);
    for (const id of ['R1', 'R2', 'R3']) add(id);
    await now();
    await end('R3');
    await end('R1');
    await end('R2');
    expect((await schedule.results()).map((call) => call.result.content)).toEqual(['R1', 'R2', 'R3']);
  });

  it('starts a call before the calls behind it have arrived (ORCH-06)', async () => {
    const { add, now, end, schedule } = makeCalls(10, { complete: false });
    add('R1');
    expect(await now()).toBe('R1');
    add('R2');
    expect(await now()).toBe('R1 R2');
    add('W1');
    add('R3');
    expect(await now()).toBe('R1 R2');
    await end('R1', 'R2');
    schedule.messageComplete();
    expect(await now()).toBe('W1');
    await end('W1');
    await end('R3');
    expect(await schedule.results()).toHaveLength(4);
  });

  it('holds a call with effects until the message is complete and recorded (ORCH-09)', async () => {
    const { add, now, end, schedule, log } = makeCalls(10, { complete: false });
    for (const id of ['R1', 'W1', 'R2']) add(id);
    await now();
    await end('R1');
    expect(await now()).toBe('');
    schedule.stop('the answer of the model broke off.');
    expect((await schedule.results()).map((call) => call.outcome)).toEqual(['done', 'interrupted', 'interrupted']);
    expect(log).toEqual(['R1']);
  });

  it('does not wait for a call that is refused while it is parsed', async () => {
    const { schedule, add, end, now, world } = makeCalls(10);
    add('W1');
    schedule.add((turn) => runToolCall({ id: 'x', name: 'Nope', input: {} }, { ...world.env, turn }));
    add('W2');
    await now();
    await end('W1');
    expect(await now()).toBe('W2');
    await end('W2');
    expect((await schedule.results()).map((call) => call.outcome)).toEqual(['done', 'refused', 'done']);
  });

  it('runs a tool alone if its flag throws (DEF-13)', async () => {
    const begun: string[] = [];
    const end = gate();
    const call = async (input: { id: string }) => {
      begun.push(input.id);
      await end.opened;
    };
    const isConcurrencySafe = () => {
      throw new Error('no idea');
    };
    const { tool } = recorder({ name: 'Odd', inputSchema: { id: 'string' }, isConcurrencySafe, call } as never);
    const world = makeWorld({ tools: [tool], allow: ['Odd'] });
    const schedule = new Schedule(10);
    schedule.messageComplete();
    for (const id of ['a', 'b']) schedule.add((turn) => runToolCall({ id, name: 'Odd', input: { id } }, { ...world.env, turn }));
    await settleMicrotasks();
    expect(begun).toEqual(['a']);
    end.open();
    await schedule.results();
    expect(begun).toEqual(['a', 'b']);
  });
});

describe('stopping', () => {
  it('lets running calls finish, and gives waiting and later calls a result with the reason', async () => {
    const { schedule, add, end, now, log } = makeCalls(10);
    for (const id of ['W1', 'R1', 'W2']) add(id);
    await now();
    schedule.stop('the budget is used up.');
    add('R2');
    await now();
    await end('W1');
    const results = await schedule.results();
    expect(results.map((call) => call.outcome)).toEqual(['done', 'interrupted', 'interrupted', 'interrupted']);
    expect(results.slice(1).map((call) => call.result.content)).toEqual(
      Array(3).fill('The call of Work was not run: the budget is used up.'),
    );
    expect(log).toEqual(['W1']);
  });

  it('refuses a single call with its own reason, and runs the others', async () => {
    const { schedule, add, end, now, world } = makeCalls(10);
    add('W1');
    const input = { id: 'R1', safe: true };
    schedule.add((turn) => runToolCall({ id: 'R1', name: 'Work', input }, { ...world.env, turn }), 'there is no place left.');
    add('W2');
    await now();
    await end('W1');
    expect(await now()).toBe('W2');
    await end('W2');
    const results = await schedule.results();
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'interrupted', 'done']);
    expect(results[1]?.result.content).toBe('The call of Work was not run: there is no place left.');
  });

  it('applies to a call that waits to run alone, too', async () => {
    const unsafe = (input: { tool_input: unknown }) => ({
      hookSpecificOutput: {
        updatedInput: { ...(input.tool_input as object), safe: (input.tool_input as { id: string }).id !== 'R2' },
      },
    });
    const { schedule, add, end, now, log } = makeCalls(10, { hooks: preToolUse(unsafe) });
    add('R1');
    add('R2');
    await now();
    schedule.stop('enough.');
    await end('R1');
    expect((await schedule.results()).map((call) => call.outcome)).toEqual(['done', 'interrupted']);
    expect(log).toEqual(['R1']);
  });
});

describe('a hook or a person that makes a safe call unsafe', () => {
  const makeUnsafe =
    (...ids: string[]) =>
    (input: { tool_input: unknown }) => {
      const { id, safe } = input.tool_input as { id: string; safe: boolean };
      return { hookSpecificOutput: { updatedInput: { id, safe: safe && !ids.includes(id) } } };
    };

  it('waits until nothing else runs, and nothing starts beside it', async () => {
    const { schedule, add, end, now } = makeCalls(10, { hooks: preToolUse(makeUnsafe('R2')) });
    for (const id of ['R1', 'R2', 'R3']) add(id);
    expect(await now()).toBe('R1 R3');
    add('R4');
    await end('R1');
    expect(await now()).toBe('R3');
    await end('R3');
    expect(await now()).toBe('R2');
    await end('R2');
    expect(await now()).toBe('R4');
    await end('R4');
    expect((await schedule.results()).map((call) => call.outcome)).toEqual(Array(4).fill('done'));
  });

  it('runs two such calls one after the other, without a deadlock', async () => {
    const { schedule, add, end, now } = makeCalls(10, { hooks: preToolUse(makeUnsafe('R1', 'R2')) });
    for (const id of ['R1', 'R2', 'R3']) add(id);
    expect(await now()).toBe('R3');
    await end('R3');
    expect(await now()).toBe('R1');
    await end('R1');
    expect(await now()).toBe('R2');
    await end('R2');
    expect(await schedule.results()).toHaveLength(3);
  });

  it('may do so by the answer to a question, too (PIPE-08)', async () => {
    const { world, schedule, now, end, add } = makeCalls(10);
    const asked = { behavior: 'ask' as const, tool: 'Work', layer: 'user' as const };
    const asking = { ...world.env, permissions: () => ({ ...world.layers, rules: [asked] }) };
    add('R1');
    const ask = () => ({ behavior: 'allow' as const, updatedInput: { id: 'R2', safe: false } });
    schedule.add(
      (turn: (call: ParsedCall) => Promise<void>): Promise<SettledCall> =>
        runToolCall({ id: 'R2', name: 'Work', input: { id: 'R2', safe: true } }, { ...asking, asker: () => ask, turn }),
    );
    expect(await now()).toBe('R1');
    await end('R1');
    expect(await now()).toBe('R2');
    await end('R2');
    expect(await schedule.results()).toHaveLength(2);
  });
});

describe('calls that come one by one and without end', () => {
  const endless = (limit: number, hooks: HookSet = {}) => makeCalls(limit, { isOneMessage: false, hooks });

  it('start at once, safe ones together up to the limit', async () => {
    const { add, end, now } = endless(2);
    for (const id of ['R1', 'R2', 'R3']) add(id);
    expect(await now()).toBe('R1 R2');
    await end('R1');
    expect(await now()).toBe('R2 R3');
  });

  it('run alone if unsafe, after all earlier and before all later calls (ORCH-02)', async () => {
    const { add, end, now } = endless(10);
    for (const id of ['R1', 'W1', 'R2']) add(id);
    expect(await now()).toBe('R1');
    await end('R1');
    expect(await now()).toBe('W1');
    await end('W1');
    expect(await now()).toBe('R2');
  });

  it('give their results one by one, and leave nothing behind', async () => {
    const { schedule, add, end } = endless(10);
    const settled = add('R1');
    await end('R1');
    await end('R1');
    expect((await settled).id).toBe('R1');
    expect(schedule.size).toBe(0);
  });

  it('do not wait for a call that takes long to parse', async () => {
    const { schedule, add, now } = endless(10);
    void schedule.add(() => new Promise(() => {}));
    add('W1');
    expect(await now()).toBe('W1');
  });

  it('do not wait for a call that is given up while it waits', async () => {
    const { schedule, add, now } = endless(10);
    add('R1');
    await now();
    const gone = gate();
    void schedule.add(async (turn) => {
      void turn({
        tool: { name: 'Work', tool: {}, isConcurrencySafe: () => false, isReadOnly: () => false },
        parsed: { input: {} },
      } as never).catch(() => {});
      await gone.opened;
      return {} as SettledCall;
    });
    add('R2');
    expect(await now()).toBe('R1');
    gone.open();
    expect(await now()).toBe('R1 R2');
  });
});
