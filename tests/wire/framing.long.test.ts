import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { pngOf } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { project } from '../lib/loadout.js';
import { allow, DEMO_FLAG, demoServer, GREET } from './demo-server.js';
import { answerOf, initialize, type Line, startWire, user } from './wire.test-kit.js';

describe('what a program writes (CTRL-01)', () => {
  it('a line may come in any pieces, also through the middle of a character, and blank lines are nothing', async () => {
    const wire = await startWire({ replies: [{ text: 'Grüße 🎒' }] });
    const bytes = Buffer.from(`\n  \n${JSON.stringify(user('Schöne Grüße 🎒'))}\r\n\n`);
    for (const byte of bytes) wire.write(Buffer.from([byte]));
    expect(await wire.next({ type: 'result' })).toMatchObject({ result: 'Grüße 🎒' });
    expect(JSON.stringify(wire.api.requests[0]?.body.messages)).toContain('Schöne Grüße 🎒');
  });

  it('types that it does not know, lists, numbers and answers to nothing are passed over', async () => {
    const wire = await startWire({ replies: [{ text: 'Hello.' }] });
    wire.write('[1,2]\n', '7\n', '"text"\n', '{}\n', { type: 'keep_alive' }, { type: 'new_thing', a: 1 });
    wire.write({ type: 'control_response', response: { subtype: 'success', request_id: 'nobody', response: {} } });
    wire.write({ type: 'control_response' }, { type: 'control_cancel_request', request_id: 'nobody' });
    wire.write({ type: 'control_request', request: { subtype: 'interrupt' } }, user('hello'));
    await wire.next({ type: 'result', subtype: 'success' });
    expect(await wire.end()).toEqual({ code: 0, signal: null });
    expect(wire.of('control_response')).toEqual([]);
  });

  it.each([
    ['broken JSON', '{"type":"user",'],
    ['null', 'null'],
    ['a prompt of another role', JSON.stringify({ type: 'user', message: { role: 'assistant', content: 'hi' } })],
  ])('%s ends it with exit code 1 and one line on standard error that shows it', async (_, line) => {
    const wire = await startWire();
    wire.write(`${line}\n`);
    expect(await wire.over()).toEqual({ code: 1, signal: null });
    expect(wire.stderr).toMatch(/^Error: Error parsing streaming input line: .+\n$/);
    expect(wire.stderr).toContain(line);
  });

  it('a last line without its end counts', async () => {
    const wire = await startWire({ replies: [{ text: 'Hello.' }] });
    wire.write(JSON.stringify(user('hello')));
    expect(await wire.end()).toEqual({ code: 0, signal: null });
    expect(wire.of('result')).toHaveLength(1);
  });
});

describe('what the engine writes (CTRL-01)', () => {
  // Each test here ends with a check that each line is one JSON object, matches the schema, and is shorter than a mebibyte.
  it('a picture and a text of megabytes that a tool gives are cut to fit a line, and the picture is still whole for the model', async () => {
    const data = pngOf(randomBytes(1_500_000)).toString('base64');
    const wire = await startWire({
      args: ['--mcp-config', DEMO_FLAG, '--allowedTools', 'mcp__demo_tools'],
      replies: [GREET, { text: 'Seen.' }],
      host: {
        mcp_message: demoServer(() => ({
          content: [
            { type: 'image', data, mimeType: 'image/png' },
            { type: 'text', text: 'é'.repeat(2_000_000) },
          ],
          structuredContent: { rows: Array.from({ length: 200_000 }, (_, row) => `row ${row}`) },
        })),
      },
    });
    wire.write(initialize(), user('go'));
    const shown = await wire.next({ type: 'user', message: { content: [{ type: 'tool_result' }] } });
    expect(JSON.stringify(shown)).toContain(`image/png with ${data.length} characters of base64`);
    await wire.next({ type: 'result', result: 'Seen.' });
    expect(wire.api.requests[1]?.raw.includes(data)).toBe(true);
  });

  it('an input of megabytes is shown cut to who decides, and used whole when it comes back as it was shown', async () => {
    const content = 'ä'.repeat(800_000);
    let shown = 0;
    const wire = await startWire({
      args: ['--permission-prompt-tool', 'stdio'],
      replies: [{ tools: [{ name: 'Write', input: { file_path: 'big.txt', content } }] }, { text: 'Written.' }],
      host: {
        // The Python SDK always sends the input back.
        can_use_tool: (request: Line) => {
          shown = String((request.input as Line).content).length;
          return allow(request);
        },
        hook_callback: ({ input }: Line) => {
          const { tool_input } = input as { tool_input: Line };
          return { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { ...tool_input, file_path: 'other.txt' } } };
        },
      },
    });
    wire.write(initialize({ hooks: { PreToolUse: [{ hookCallbackIds: ['hook_0'] }] } }), user('go'));
    await wire.next({ type: 'result', result: 'Written.' });
    expect(shown).toBeLessThan(content.length);
    expect(readFileSync(join(wire.cwd, 'other.txt'), 'utf8')).toBe(content);
  });

  it('arguments that fit no line are not given to a server in the program by halves: the call fails and says so', async () => {
    const wire = await startWire({
      args: ['--mcp-config', DEMO_FLAG, '--allowedTools', 'mcp__demo_tools'],
      replies: [{ tools: [{ name: 'mcp__demo_tools__greet', input: { name: 'x'.repeat(1_500_000) } }] }, { text: 'Too much.' }],
      host: { mcp_message: demoServer() },
    });
    wire.write(initialize(), user('go'));
    const failed = await wire.next({ type: 'user', message: { content: [{ type: 'tool_result', is_error: true }] } });
    expect(JSON.stringify(failed)).toContain('megabyte');
    expect(
      wire.lines.some(
        (line) => (line.request as Line | undefined)?.subtype === 'mcp_message' && JSON.stringify(line).includes('tools/call'),
      ),
    ).toBe(false);
  });

  it('nothing else comes on standard output: not what a plugin logs or writes there, nor what a hook prints', async () => {
    const cwd = project({
      'agent.config.yaml': JSON.stringify({
        plugins: { loud: 'loadout-plugin-loud' },
        agents: { main: { instructions: 'Answer.', tools: ['*'] } },
      }),
      'node_modules/loadout-plugin-loud/package.json': JSON.stringify({
        name: 'loadout-plugin-loud',
        version: '1.0.0',
        type: 'module',
        exports: './index.js',
      }),
      'node_modules/loadout-plugin-loud/index.js': `import { definePlugin } from '@loadout/core';
        console.log('logged at import');
        const setup = () => { console.log('logged'); process.stdout.write('written\\n'); return {}; };
        export default definePlugin({ name: 'loud', setup });`,
      '.claude/settings.json': JSON.stringify({
        hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'echo printed by a hook' }] }] },
      }),
    });
    mkdirSync(join(cwd, '.home'));
    const state = { projects: { [cwd]: { hasTrustDialogAccepted: true } } };
    writeFileSync(join(cwd, '.home/.claude.json'), JSON.stringify(state));
    const { hash } = await judgeConfig({ cwd, env: {}, trust: { file: join(cwd, 'nobody.json') } });
    const untrusted = await startWire({ cwd, args: ['--agent-config=agent.config.yaml'], replies: [{ text: 'Hello.' }] });
    untrusted.write(user('hello'));
    expect(await untrusted.next({ subtype: 'informational' })).toMatchObject({
      content: expect.stringContaining('plugins.loud'),
    });
    await untrusted.next({ type: 'result' });
    expect(untrusted.stderr).toBe('');
    const wire = await startWire({
      cwd,
      args: ['--agent-config', 'agent.config.yaml'],
      env: { LOADOUT_TRUST: hash },
      replies: [{ text: 'Hello.' }],
    });
    wire.write(initialize(), user('hello'));
    await wire.next({ type: 'result', result: 'Hello.' });
    await wire.end();
    expect(wire.stderr).toContain('written');
    expect(JSON.stringify(wire.api.requests[0]?.body.messages)).toContain('printed by a hook');
  });
});

it('a request that it does not know is answered with an error, a code that programs can read, and what there is (CTRL-02, ERR-04)', async () => {
  const wire = await startWire();
  const { subtype, error, error_code } = await wire.ask({ subtype: 'make_coffee' });
  expect(subtype).toBe('error');
  expect(error).toMatch(/"make_coffee".*interrupt/);
  expect(error_code).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
  const unnamed = await wire.ask({});
  expect(unnamed.subtype).toBe('error');
  expect(answerOf({ response: unnamed }).error).toBeTruthy();
});
