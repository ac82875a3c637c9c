import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMockApi } from '@loadout/testing';
import { expect, it } from 'vitest';
import { bin, project } from '../lib/loadout.js';
import { initialize, STREAM, user } from './wire.test-kit.js';

/** A program that starts the engine, writes what it is given, and waits. */
const HOST = `
const { spawn } = require('node:child_process');
const [bin, flags, lines] = process.argv.slice(1);
const engine = spawn(process.execPath, [bin, ...JSON.parse(flags)], { stdio: ['pipe', 'inherit', 'inherit'] });
engine.stdin.write(lines);
console.log(JSON.stringify({ engine: engine.pid }));
setInterval(() => {}, 1000);
`;

const isRunning = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
const gone = (pid: number) => expect.poll(() => !isRunning(pid)).toBe(true);

it('a program that is killed takes its engine with it, and what that has in the background (STATE-03)', async () => {
  const cwd = project({});
  mkdirSync(join(cwd, '.home'), { recursive: true });
  const command = 'echo $$ > pid; sleep 300';
  const start = { tools: [{ name: 'Bash', input: { command, run_in_background: true }, id: 'toolu_b' }] };
  const api = await startMockApi({ replies: [start, { text: 'It runs.' }] });
  const lines = [initialize(), user('go')].map((line) => `${JSON.stringify(line)}\n`).join('');
  const flags = JSON.stringify([...STREAM, '--allowedTools=Bash']);
  const host = spawn(process.execPath, ['-e', HOST, bin, flags, lines], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: join(cwd, '.home'), ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  host.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  try {
    await expect.poll(() => said.includes('"result":"It runs."')).toBe(true);
    const { engine } = JSON.parse(said.split('\n').find((line) => line.startsWith('{"engine"')) ?? '{}') as { engine: number };
    const pid = () => (existsSync(join(cwd, 'pid')) ? Number(readFileSync(join(cwd, 'pid'), 'utf8')) : 0);
    // Nobody waits for work in the background.
    await expect.poll(pid).toBeGreaterThan(0);
    const shell = pid();
    expect([isRunning(engine), isRunning(shell)]).toEqual([true, true]);
    host.kill('SIGKILL');
    await gone(engine);
    await gone(shell);
  } finally {
    host.kill('SIGKILL');
    await api.close();
  }
});
