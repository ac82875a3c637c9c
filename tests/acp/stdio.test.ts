import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { expect, it, onTestFinished } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { longIt } from '../lib/breadth.js';
import { bin, environmentOf, loadout, root, runNode } from '../lib/loadout.js';

/** A plugin that writes to standard output in every way, and starts a process that does. */
const NOISY = `import { execSync, spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { definePlugin, defineTool } from '@loadout/core';
const shout = () => {
  console.log('noise');
  process.stdout.write('noise');
  writeSync(1, 'noise');
  spawnSync('echo', ['noise'], { stdio: 'inherit' });
};
shout();
const tool = defineTool({ name: 'Shout', description: 'Shouts.', inputSchema: { type: 'object' }, access: () => [], call: () => { shout(); return 'done'; } });
export default definePlugin({ name: 'own', setup: () => { shout(); return { tools: [tool] }; } });
`;

/** The built command in a process of its own, with a client of the official SDK. */
function started(cwd: string): {
  readonly child: ChildProcess;
  readonly agent: ReturnType<typeof connected>['agent'];
  read(): string;
} {
  const child = spawn(process.execPath, [bin, 'acp'], {
    cwd,
    env: environmentOf({ cwd, env: { LOADOUT_STATE_DIR: join(cwd, '.state') } }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let read = '';
  child.stdout.on('data', (bytes: Buffer) => (read += bytes.toString()));
  return { child, ...connected(child), read: () => read };
}

const connected = ({ stdin, stdout }: Pick<ReturnType<typeof spawn>, 'stdin' | 'stdout'>) =>
  client({ name: 'editor' })
    .onNotification(methods.client.session.update, () => {})
    .connect(streamOf({ stdin, stdout }));

const streamOf = ({ stdin, stdout }: Pick<ReturnType<typeof spawn>, 'stdin' | 'stdout'>) =>
  ndJsonStream(
    Writable.toWeb(stdin as Writable) as WritableStream<Uint8Array>,
    Readable.toWeb(stdout as Readable) as ReadableStream<Uint8Array>,
  );

it('writes frames alone to standard output, whatever a plugin writes, and ends with its input', async () => {
  const cwd = scripted({
    turns: [{ tools: [{ own__Shout: {} }] }, { text: 'Done.' }],
    config: { plugins: { own: './own.mjs' }, permissions: { allow: ['own__Shout'] } },
    files: { 'own.mjs': NOISY },
  });
  await loadout(['trust', '--yes'], { cwd, trust: false, env: { LOADOUT_STATE_DIR: join(cwd, '.state') } });
  const { child, agent, read } = started(cwd);
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION });
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  const { stopReason } = await agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt: [{ type: 'text', text: 'Shout.' }],
  });
  expect(stopReason).toBe('end_turn');
  child.stdin?.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  for (const line of read().trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

longIt('ends with its input while a hook still opens a session, and leaves nothing of the hook', async () => {
  const command = 'echo $$ > pid; sleep 600';
  const hooks = { SessionStart: [{ hooks: [{ type: 'command', command }] }] };
  const cwd = scripted({ turns: [{ text: 'Hi.' }], config: { hooks } });
  await loadout(['trust', '--yes'], { cwd, trust: false, env: { LOADOUT_STATE_DIR: join(cwd, '.state') } });
  const { child, agent } = started(cwd);
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION });
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  const answer = agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'Hi.' }] });
  await expect.poll(() => pidIn(cwd)).toBeGreaterThan(0);
  await agent.notify(methods.agent.session.cancel, { sessionId });
  expect(await answer).toMatchObject({ stopReason: 'cancelled' });
  child.stdin?.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect.poll(() => existsSync(`/proc/${pidIn(cwd)}`)).toBe(false);
});

const pidIn = (cwd: string): number => Number(existsSync(join(cwd, 'pid')) ? readFileSync(join(cwd, 'pid'), 'utf8') : '0');

it('reads unsaved text and shows a command in a terminal, of the client of the built command', async () => {
  const cwd = scripted({
    turns: [{ tools: [{ Read: { file_path: 'a.txt' } }, { Bash: { command: 'echo printed' } }] }, { text: 'Done.' }],
    config: { permissions: { allow: ['Bash'] } },
    files: { 'a.txt': 'saved\n' },
  });
  const env = { LOADOUT_STATE_DIR: join(cwd, '.state') };
  await loadout(['trust', '--yes'], { cwd, trust: false, env });
  const child = spawn(process.execPath, [bin, 'acp'], { cwd, env: environmentOf({ cwd, env }) });
  onTestFinished(() => void child.kill('SIGKILL'));
  const shown: string[] = [];
  let printed = '';
  let ended: Promise<unknown> | undefined;
  const { agent } = client({ name: 'editor' })
    .onRequest(methods.client.fs.readTextFile, () => ({ content: 'not saved\n' }))
    .onRequest(methods.client.terminal.create, ({ params: { command, args } }) => {
      const terminal = spawn(command, args);
      terminal.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
      ended = once(terminal, 'close');
      return { terminalId: 'one' };
    })
    .onRequest(methods.client.terminal.waitForExit, async () => {
      await ended;
      return { exitCode: 0 };
    })
    .onRequest(methods.client.terminal.release, () => ({}))
    .onNotification(methods.client.session.update, ({ params }) => void shown.push(JSON.stringify(params.update)))
    .connect(streamOf(child));
  const clientCapabilities = { fs: { readTextFile: true, writeTextFile: false }, terminal: true };
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  await agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'Go.' }] });
  expect(shown.join()).toContain('not saved');
  expect(shown.join()).toContain('"terminalId":"one"');
  await expect.poll(() => printed).toBe('printed\n');
});

longIt('ends with the code of the signal', async () => {
  const cwd = scripted({ turns: [{ text: 'Hi.' }] });
  const { child, agent } = started(cwd);
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([143, null]);
});

it('says what is missing for a model with --setup, and stores nothing', async () => {
  const cwd = scripted({ turns: [{ text: 'Hi.' }] });
  const { code, stdout } = await loadout(['acp', '--setup'], { cwd });
  expect([code, stdout]).toEqual([0, 'The agent helper uses script/demo. Nothing is missing.\n']);
  const without = await loadout(['acp', '--setup'], {
    cwd: scripted({ turns: [], agent: { model: 'anthropic/claude-sonnet-5-5' } }),
  });
  expect(without.code).toBe(7);
  expect(without.stderr).toContain('ANTHROPIC_API_KEY');
});

longIt('starts under the name of its package too, as the registry of the protocol starts it', async () => {
  const cwd = scripted({ turns: [{ text: 'Hi.' }] });
  const { code, stdout } = await runNode([join(root, 'packages/acp/bin/loadout-acp.js'), '--setup'], { cwd });
  expect([code, stdout]).toEqual([0, 'The agent helper uses script/demo. Nothing is missing.\n']);
});

longIt('ends by a signal, also while its client takes no answer', async () => {
  const cwd = scripted({ turns: [{ text: 'Done.' }] });
  const child = spawn(process.execPath, [bin, 'acp'], { cwd, env: environmentOf({ cwd }), stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const asked = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'no/such', params: {} })}\n`;
  // The answers are more than the pipe holds.
  child.stdin.write(Array.from({ length: 3_000 }, (_, id) => asked(id)).join(''));
  child.stdin.on('error', () => {});
  await once(child.stdout, 'readable');
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(143);
});
