import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { initialize, startWire, success, user } from './wire.test-kit.js';

const ARGS = ['--permission-prompt-tool', 'stdio'];
const WRITE = { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'a' }, id: 'toolu_w' }] };
const REPLIES = [WRITE, { text: 'Done.' }];

it('the first answer to a question counts, and a second one changes nothing', async () => {
  const wire = await startWire({ args: ARGS, replies: REPLIES });
  wire.write(initialize(), user('go'));
  const id = String((await wire.next({ request: { subtype: 'can_use_tool' } })).request_id);
  wire.write(success(id, { behavior: 'deny', message: 'no!' }), success(id, { behavior: 'allow' }));
  const result = await wire.next({ type: 'result', result: 'Done.' });
  expect(result.permission_denials).toHaveLength(1);
  expect(existsSync(join(wire.cwd, 'a.txt'))).toBe(false);
});

it('an answer to the question of another engine, or with an id of a megabyte, is none', async () => {
  const [ours, theirs] = [await startWire({ args: ARGS, replies: REPLIES }), await startWire({ args: ARGS, replies: REPLIES })];
  for (const wire of [ours, theirs]) wire.write(initialize(), user('go'));
  const [our, their] = [
    String((await ours.next({ request: { subtype: 'can_use_tool' } })).request_id),
    String((await theirs.next({ request: { subtype: 'can_use_tool' } })).request_id),
  ];
  for (const id of [our, 'i'.repeat(1_000_000), '__proto__', '']) theirs.write(success(id, { behavior: 'allow' }));
  // An answer behind them shows that they were read.
  expect(await theirs.ask({ subtype: 'initialize' })).toMatchObject({ pending_permission_requests: [{ request_id: their }] });
  expect(existsSync(join(theirs.cwd, 'a.txt'))).toBe(false);
  for (const [wire, id] of [
    [ours, our],
    [theirs, their],
  ] as const) {
    wire.write(success(id, { behavior: 'allow' }));
    await wire.next({ type: 'result', result: 'Done.' });
    expect(existsSync(join(wire.cwd, 'a.txt'))).toBe(true);
  }
});
