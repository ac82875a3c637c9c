import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { expect, it } from 'vitest';
import { bin, project } from '../lib/loadout.js';
import { DEMO_FLAG, demoServer } from './demo-server.js';
import { answerOf, initialize, type Line, type Replies, STREAM, startWireProcess, user } from './wire.test-kit.js';

const DONE = { code: 0, signal: null };

it('-v says a version that the Python SDK takes, from a file that is started directly (CLI-01)', () => {
  accessSync(bin, constants.X_OK);
  const said = execFileSync(bin, ['-v'], { encoding: 'utf8' });
  const [, major] = /^([0-9]+)\.[0-9]+\.[0-9]+/.exec(said) ?? [];
  expect(Number(major)).toBeGreaterThanOrEqual(2);
});

it('the TypeScript SDK passes --flag=value, and writes initialize and the first prompt back to back (CTRL-08)', async () => {
  const wire = await startWireProcess({
    args: ['--model=claude-sonnet-4-5', '--max-turns=5', '--permission-mode=plan', '--setting-sources=', '--tools=Read,Grep'],
    replies: [{ text: 'Hello.' }],
  });
  wire.write(initialize({ systemPrompt: [''] }, 'g7i7'), user('hello'));
  wire.closeInput();
  const init = await wire.next({ type: 'system', subtype: 'init' });
  expect(init).toMatchObject({ permissionMode: 'plan', model: 'claude-sonnet-4-5' });
  expect(init.tools).toEqual(expect.arrayContaining(['Read', 'Grep']));
  expect(init.tools).not.toContain('Bash');
  expect(await wire.over()).toEqual(DONE);
  const [answer] = wire.of('control_response');
  expect(answer).toMatchObject({ response: { subtype: 'success', request_id: 'g7i7' } });
  expect(wire.of('result')[0]).toMatchObject({ subtype: 'success', result: 'Hello.' });
});

it('the Python SDK passes --flag value, waits for the answer to initialize, and closes its end behind the prompt (CTRL-08)', async () => {
  const wire = await startWireProcess({
    // Word for word what the Python SDK passes, in its order.
    argv: [
      ...['--output-format', 'stream-json', '--verbose', '--system-prompt', '', '--allowedTools', 'Read,Bash'],
      ...['--max-turns', '5', '--model', 'm', '--permission-prompt-tool', 'stdio', '--permission-mode', 'default'],
      ...['--mcp-config', DEMO_FLAG, '--setting-sources=', '--input-format', 'stream-json'],
    ],
    env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-py', CLAUDE_AGENT_SDK_VERSION: '0.2.143' },
    replies: [{ text: 'Hello.' }],
    host: { mcp_message: demoServer() },
  });
  const { subtype, response } = await wire.ask({ subtype: 'initialize', hooks: null, agents: null }, 'req_1_0af3');
  expect(subtype).toBe('success');
  // A program reads its commands, models and account from the response, so no field is optional.
  expect(response).toMatchObject({
    commands: expect.any(Array),
    agents: expect.arrayContaining([expect.objectContaining({ name: expect.any(String), description: expect.any(String) })]),
    models: expect.arrayContaining([
      expect.objectContaining({ value: 'default', displayName: expect.any(String), description: expect.any(String) }),
    ]),
    account: expect.any(Object),
    output_style: 'default',
    available_output_styles: expect.arrayContaining(['default', 'Concise']),
    pid: wire.pid,
    hooks_applied: true,
    hook_on_failure_supported: true,
  });
  // The handshake with its servers goes on before there is a prompt.
  await wire.next({ type: 'control_request', request: { subtype: 'mcp_message', message: { method: 'tools/list' } } });
  wire.write(user('hello', { session_id: 'default' }));
  const init = await wire.next({ subtype: 'init' });
  expect(init).toMatchObject({ model: 'm', mcp_servers: [{ name: 'demo_tools', status: 'connected' }] });
  expect(init.tools).toContain('mcp__demo_tools__greet');
  wire.closeInput();
  expect(await wire.over()).toEqual(DONE);
  expect(wire.api.requests[0]?.body.system ?? []).not.toContainEqual(expect.objectContaining({ text: '' }));
});

it('without initialize a prompt is answered all the same, and without anything at all it ends well (CLI-03)', async () => {
  const wire = await startWireProcess({ replies: [{ text: 'Hello.' }] });
  wire.write(user('hello'));
  await wire.next({ type: 'result', subtype: 'success' });
  expect(await wire.end()).toEqual(DONE);

  const silent = await startWireProcess();
  expect(await silent.end()).toEqual(DONE);
  expect(silent.lines).toEqual([]);
});

it('initialize a second time is answered as the first one was (CTRL-08)', async () => {
  const wire = await startWireProcess();
  const first = await wire.ask({ subtype: 'initialize' });
  const second = await wire.ask({ subtype: 'initialize' });
  expect(second.response).toEqual(first.response);
});

it('the end of input lets what is under way come to its end (CLI-03)', async () => {
  const wire = await startWireProcess({ replies: [{ text: 'Hello.' }, { text: 'Again.' }] });
  wire.write(user('one'), user('two'));
  expect(await wire.end()).toEqual(DONE);
  expect(wire.of('result').map(({ result }) => result)).toEqual(['Hello.', 'Again.']);
});

it('the end of input waits for work in the background and for the turn that it brings (CLI-03)', async () => {
  const wire = await startWireProcess({
    args: ['--allowedTools', 'Agent'],
    replies: (request) => {
      const text = JSON.stringify(request.body.messages);
      if (text.includes('Look around')) return { text: 'Looked.' };
      const answered = request.body.messages.some(({ role }) => role === 'assistant');
      if (!answered)
        return {
          tools: [
            {
              name: 'Agent',
              input: { description: 'Look', prompt: 'Look around', subagent_type: 'Explore', run_in_background: true },
            },
          ],
        };
      return { text: 'So far.' };
    },
  });
  wire.write(initialize(), user('go'));
  expect(await wire.end()).toEqual(DONE);
  const shown = wire.lines.map(({ type, subtype, state }) => [type, subtype, state].filter(Boolean).join(' '));
  expect(shown.filter((one) => one.startsWith('system task')).at(-1)).toBe('system task_notification');
  expect(shown.at(-1)).toBe('system session_state_changed idle');
  expect(shown.indexOf('system task_notification')).toBeLessThan(shown.lastIndexOf('result success'));
});

it('after an error result the end of input is exit code 1, and the result says its errors as a list (CLI-04)', async () => {
  const wire = await startWireProcess({
    args: ['--max-turns', '1', '--allowedTools', 'Glob'],
    replies: [{ tools: [{ name: 'Glob', input: { pattern: '*' } }] }, { tools: [{ name: 'Glob', input: { pattern: '*' } }] }],
  });
  wire.write(user('go'));
  const result = await wire.next({ type: 'result' });
  expect(result).toMatchObject({ subtype: 'error_max_turns', is_error: true, errors: [expect.stringContaining('1')] });
  expect(await wire.end()).toEqual({ code: 1, signal: null });
});

it('a failure of the API is a result of subtype success with is_error and a synthetic message before it (LOOP-27)', async () => {
  const wire = await startWireProcess({ replies: [{ fault: { status: 404 } }] });
  wire.write(user('go'));
  const message = await wire.next({ type: 'assistant' });
  expect(message).toMatchObject({ message: { model: '<synthetic>' }, error: 'model_not_found' });
  expect(await wire.next({ type: 'result' })).toMatchObject({ subtype: 'success', is_error: true, api_error_status: 404 });
  expect(await wire.end()).toEqual({ code: 1, signal: null });
});

it('SIGTERM ends what is under way: the request is given up and the process is gone (STATE-03)', async () => {
  const { replies, arrived } = hangingAt(0, '');
  const wire = await startWireProcess({ replies });
  wire.write(user('go'));
  await wire.next({ subtype: 'init' });
  await arrived;
  wire.closeInput();
  wire.kill('SIGTERM');
  expect(await wire.over()).toEqual({ code: 143, signal: null });
  await wire.api.requests[0]?.disconnected;
});

it('SIGKILL at any moment leaves a session that goes on (SESS-04)', async () => {
  const cwd = project({});
  const { replies, arrived } = hangingAt(1, 'One.');
  const killed = await startWireProcess({ cwd, replies });
  killed.write(user('first'));
  await killed.next({ type: 'result' });
  killed.write(user('second'));
  await arrived;
  killed.kill('SIGKILL');
  await killed.over();
  const id = String(killed.of('result')[0]?.session_id);
  const again = await startWireProcess({ cwd, args: [`--resume=${id}`], replies: [{ text: 'On.' }] });
  again.write(user('third'));
  expect(await again.next({ type: 'result' })).toMatchObject({ result: 'On.', session_id: id });
  expect(JSON.stringify(again.api.requests[0]?.body.messages)).toMatch(/first.*One\..*third/);
});

it('who cannot start says so in the answer to initialize, in one result and on standard error, with exit code 1 (CLI-04)', async () => {
  const wire = await startWireProcess({ argv: [...STREAM, '--resume', '0b6c0f3e-0000-4000-8000-000000000000'] });
  wire.write(initialize(), user('hello'));
  expect(await wire.over()).toEqual({ code: 1, signal: null });
  expect(wire.stderr).toMatch(/0b6c0f3e-0000-4000-8000-000000000000/);
  expect(wire.stderr.trim().split('\n')).toHaveLength(1);
  expect(wire.of('result')).toMatchObject([{ subtype: 'error_during_execution', is_error: true, num_turns: 0 }]);
  for (const answer of wire.of('control_response')) expect(answerOf(answer as Line).request_id).toBe('init_1');
});

/** Replies that tell when the request of this index has come, and leave it without an answer. */
function hangingAt(last: number, text: string): { readonly replies: Replies; readonly arrived: Promise<void> } {
  let tell = () => {};
  const arrived = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const replies: Replies = (_, index) => {
    if (index < last) return { text };
    tell();
    return { fault: 'hang' };
  };
  return { replies, arrived };
}
