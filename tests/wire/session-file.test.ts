import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { initialize, type Line, startWire, user, type Wire } from './wire.test-kit.js';

const uuids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const reads = (...ids: readonly string[]) => ({ tools: ids.map((id) => ({ name: 'Read', input: { file_path: 'a.txt' }, id })) });
const text = (of: string) => ({ type: 'text', text: of });

/** The lines of every session file below the home of an engine. */
function sessionLines(home: string): readonly Line[] {
  const projects = join(home, '.claude/projects');
  const files = readdirSync(projects, { recursive: true }).map(String);
  return files
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(projects, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Line);
}

const linesOf = (wire: Wire, type: string) => sessionLines(join(wire.cwd, '.home')).filter((line) => line.type === type);
const contentOf = ({ message }: Line) => (message as Line).content;

it('a session file says what a program sent and what it saw, frame by frame (W6, W20)', async () => {
  const wire = await startWire({
    files: { 'a.txt': 'one\n' },
    replies: [reads('t1', 't2'), { text: 'Read.' }, { text: 'Two.' }],
  });
  const sent = { type: 'user', session_id: '', parent_tool_use_id: null };
  wire.write(initialize(), { ...sent, uuid: uuids[0], message: { role: 'user', content: 'go' } });
  await wire.next({ type: 'result', subtype: 'success' });
  wire.write({ ...sent, uuid: uuids[1], message: { role: 'user', content: [text('one'), text('two')] } });
  await wire.next({ type: 'result', subtype: 'success' });
  await wire.end();

  const users = linesOf(wire, 'user');
  const results = wire.of('user');
  expect(users.map(({ uuid }) => uuid)).toEqual([uuids[0], ...results.map(({ uuid }) => uuid), uuids[1]]);
  expect(contentOf(users[0] ?? {})).toBe('go');
  expect(contentOf(users[3] ?? {})).toEqual([text('one'), text('two')]);
  expect(wire.api.requests.at(-1)?.body.messages.at(-1)?.content).toMatchObject([text('one'), text('two')]);
  expect(users.slice(1, 3).map(({ toolUseResult }) => toolUseResult)).toEqual(results.map((frame) => frame.tool_use_result));
  const assistants = linesOf(wire, 'assistant');
  expect(assistants.map(({ uuid }) => uuid)).toEqual(wire.of('assistant').map(({ uuid }) => uuid));
  const requests = assistants.map(({ requestId }) => String(requestId).replace(/^req_mock\d+_/, ''));
  expect(requests).toEqual(['0', '0', '1', '2']);
  for (const line of [...users, ...assistants]) expect(line.version).toMatch(/^\d+\.\d+\.\d+/);
});

it('a failure of the API is in the file, and is not sent when the session goes on (W20)', async () => {
  const wire = await startWire({ replies: [{ fault: { status: 400 } }] });
  wire.write(initialize(), user('go'));
  const { session_id } = await wire.next({ type: 'result' });
  await wire.end();
  const [failure, ...others] = linesOf(wire, 'assistant');
  expect(others).toEqual([]);
  expect(failure).toMatchObject({ isApiErrorMessage: true, apiErrorStatus: 400, message: { model: '<synthetic>' } });

  const again = await startWire({ cwd: wire.cwd, args: ['--resume', String(session_id)], replies: [{ text: 'Now.' }] });
  again.write(initialize(), user('again'));
  await again.next({ type: 'result', subtype: 'success' });
  expect(JSON.stringify(again.api.requests[0]?.body.messages)).not.toContain('API Error');
});

it('a session goes back to any frame that a program saw, by its uuid (W20)', async () => {
  const wire = await startWire({
    files: { 'a.txt': 'one\n' },
    replies: [reads('t1', 't2'), { text: 'Read.' }, { text: 'Two.' }],
  });
  wire.write(initialize(), user('first'));
  const { session_id } = await wire.next({ type: 'result', subtype: 'success' });
  wire.write(user('second'));
  await wire.next({ type: 'result', subtype: 'success' });
  await wire.end();
  const [, second] = wire.of('user');
  const args = ['--resume', String(session_id), '--fork-session', '--resume-session-at', String(second?.uuid)];
  const again = await startWire({ cwd: wire.cwd, args, replies: [{ text: 'Again.' }] });
  again.write(initialize(), user('third'));
  await again.next({ type: 'result', subtype: 'success' });
  const sent = JSON.stringify(again.api.requests[0]?.body.messages);
  expect([sent.includes('t2'), sent.includes('Read.'), sent.includes('second'), sent.includes('third')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

it('a session is resumed by its id from another folder, and goes on there (W24)', async () => {
  const first = await startWire({ replies: [{ text: 'One.' }] });
  first.write(initialize(), user('first'));
  const { session_id } = await first.next({ type: 'result', subtype: 'success' });
  await first.end();
  const [home, cwd] = [join(first.cwd, '.home'), join(first.cwd, 'deep')];
  mkdirSync(cwd);
  for (const more of [[], ['--fork-session']]) {
    const env = { CLAUDE_CONFIG_DIR: join(home, '.claude') };
    const wire = await startWire({ cwd, env, args: ['--resume', String(session_id), ...more], replies: [{ text: 'Two.' }] });
    wire.write(initialize(), user('second'));
    expect(await wire.next({ type: 'system', subtype: 'init' })).toMatchObject({ cwd });
    await wire.next({ type: 'result', subtype: 'success' });
    await wire.end();
    expect(JSON.stringify(wire.api.requests[0]?.body.messages)).toContain('first');
  }
  const own = sessionLines(home).filter((line) => line.type === 'user' && line.sessionId === session_id);
  expect(own.map((line) => line.cwd)).toEqual([first.cwd, cwd]);
});
