import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockApi, startMockApi } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { loadout, project, root, runNode } from '../lib/loadout.js';
import { checkLine } from './check-line.js';
import type { Line, Replies } from './wire.test-kit.js';

const apis: MockApi[] = [];
afterEach(async () => {
  for (const api of apis.splice(0)) {
    await api.close();
    expect(api.invalid).toEqual([]);
  }
});

interface Print {
  readonly replies?: Replies;
  readonly stdin?: string;
  readonly cwd?: string;
}

async function print(args: readonly string[], { replies = [{ text: 'Hello.' }], stdin = '', cwd = project({}) }: Print = {}) {
  const api = await startMockApi({ replies });
  apis.push(api);
  const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key', ANTHROPIC_MODEL: 'claude-sonnet-4-5' };
  return { ...(await loadout(args, { cwd, env, stdin, trust: false })), api, cwd };
}

const asked = (api: MockApi, index = 0) => JSON.stringify(api.requests[index]?.body.messages);
const GLOB = { tools: [{ name: 'Glob', input: { pattern: '*' } }] };

describe('-p gives one answer (CLI-01, CLI-03, CLI-04)', () => {
  it('as text, of the prompt that is an argument', async () => {
    const { code, stdout, stderr, api } = await print(['-p', 'Say hello']);
    expect([code, stdout, stderr]).toEqual([0, 'Hello.\n', '']);
    expect(asked(api)).toContain('Say hello');
  });

  it('of what comes on standard input, alone or below the prompt', async () => {
    expect(asked((await print(['--print'], { stdin: 'From a pipe' })).api)).toContain('From a pipe');
    expect(asked((await print(['-p', 'Review:'], { stdin: 'a diff' })).api)).toContain('Review:\\n\\na diff');
  });

  it('as one JSON value, with --verbose that of all messages', async () => {
    const { stdout, code } = await print(['-p', 'hi', '--output-format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'result', subtype: 'success', result: 'Hello.', is_error: false });
    const all = JSON.parse((await print(['-p', 'hi', '--output-format=json', '--verbose'])).stdout) as Line[];
    expect(all.map(({ subtype, type }) => subtype ?? type)).toEqual(['init', 'assistant', 'success']);
  });

  it('as a line for each message, each as the published schema has it', async () => {
    const { stdout } = await print(['-p', 'hi', '--output-format', 'stream-json', '--verbose']);
    const lines = stdout.trimEnd().split('\n').map(checkLine);
    expect(lines.map(({ problem }) => problem)).toEqual(lines.map(() => undefined));
    expect(lines.map(({ line }) => line?.subtype ?? line?.type)).toEqual(['init', 'assistant', 'success']);
  });

  it('and goes on where a session stopped, the newest or one that is named (CLI-02)', async () => {
    const first = await print(['-p', 'one', '--output-format', 'json']);
    const { session_id } = JSON.parse(first.stdout) as { session_id: string };
    const { cwd } = first;
    expect(asked((await print(['-p', '--continue', 'two'], { cwd })).api)).toMatch(/one.*two/);
    expect(asked((await print(['-p', 'three', '--resume', session_id], { cwd })).api)).toMatch(/one.*two.*three/);
    const forked = await print(['-p', 'four', '-r', session_id, '--fork-session', '--output-format', 'json'], { cwd });
    expect((JSON.parse(forked.stdout) as Line).session_id).not.toBe(session_id);
  });

  it('with structured output, which is the answer as JSON', async () => {
    const schema = { type: 'object', properties: { answer: { type: 'number' } }, required: ['answer'] };
    const { stdout, code } = await print(['-p', 'hi', '--json-schema', JSON.stringify(schema), '--output-format', 'json'], {
      replies: [{ tools: [{ name: 'StructuredOutput', input: { answer: 42 } }] }],
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ structured_output: { answer: 42 }, result: '{"answer":42}' });
  });

  it('under the mode and the rules of its flags', async () => {
    const { stdout } = await print(['-p', 'hi', '--permission-mode', 'plan', '--output-format', 'json', '--verbose']);
    expect((JSON.parse(stdout) as Line[])[0]).toMatchObject({ permissionMode: 'plan' });
    const { api } = await print(['-p', 'hi', '--tools', 'Read', 'Glob', '--append-system-prompt', 'Be brief.']);
    expect(JSON.stringify(api.requests[0]?.body.system)).toContain('Be brief.');
    expect(api.requests[0]?.body.tools?.map(({ name }) => name)).not.toContain('Bash');
  });

  it('and says by its exit code that a limit was reached, or that it failed (CLI-04)', async () => {
    const limited = await print(['-p', 'hi', '--max-turns', '1', '--allowedTools', 'Glob'], { replies: [GLOB, GLOB] });
    expect(limited.code).toBe(1);
    expect(limited.stdout).toMatch(/1/);
    const failed = await print(['-p', 'hi'], { replies: [{ fault: { status: 400 } }] });
    expect(failed.code).toBe(1);
  });
});

describe('what stands against starting is one line on standard error and exit code 1 (CLI-01, CLI-04)', () => {
  // Cases that need no process are tested beside the source, in run-engine.test.ts.
  it.each([
    [['-p', 'hi', '--output-format', 'stream-json'], /--output-format=stream-json .*--verbose/],
    [['-p', 'hi', '--permission-mode', 'sudo'], /"sudo".*acceptEdits/],
    [['-p', 'hi', '--resume', '0b6c0f3e-0000-4000-8000-000000000000'], /0b6c0f3e-0000-4000-8000-000000000000/],
    [['-p'], /prompt/],
  ])('%j', async (args, said) => {
    const { code, stdout, stderr } = await print(args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(said);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

it('without the package that the engine is in, it says what to install, with exit code 2', async () => {
  const cwd = project({});
  // The command as it is installed without its optional part: the same files, somewhere where that cannot be found.
  const bare = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-bare-')));
  mkdirSync(join(bare, 'node_modules/@loadout'), { recursive: true });
  for (const name of ['config', 'core', 'hooks', 'lock', 'model-anthropic', 'model-script', 'models', 'runner', 'sessions'])
    symlinkSync(join(root, 'packages', name), join(bare, 'node_modules/@loadout', name));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(root, 'packages/cli', part), join(bare, 'node_modules/@loadout/cli', part), { recursive: true });
  const { code, stderr } = await runNode([join(bare, 'node_modules/@loadout/cli/bin/loadout.js'), '-p', 'hi'], { cwd });
  rmSync(bare, { recursive: true });
  expect(stderr).toContain('npm install @loadout/sdk');
  expect(code).toBe(2);
});
