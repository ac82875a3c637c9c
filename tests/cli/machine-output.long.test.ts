import { describe, expect, it } from 'vitest';
import { loadoutProcess } from '../lib/loadout.js';
import { scripted } from './scripted.js';

const NOISE = `
  console.log('NOISE'); console.info('NOISE'); console.dir('NOISE');
  process.stdout.write('NOISE\\n');
  Readable.from(['NOISE\\n']).pipe(process.stdout);
  spawnSync('echo', ['NOISE'], { stdio: 'inherit' });
  execSync('echo NOISE', { stdio: [0, 1, 2] });
  spawnSync('echo', ['NOISE'], { stdio: ['ignore', process.stdout, 'inherit'] });
  execFileSync('sh', ['-c', 'echo NOISE >&4'], { stdio: ['ignore', 'pipe', 'inherit', 'ignore', 1] });
  writeSync(1, 'NOISE\\n'); writeFileSync(1, 'NOISE\\n'); appendFileSync(1, 'NOISE\\n'); await new Promise((done) => createWriteStream('', { fd: 1, autoClose: false }).end('NOISE\\n', done));
  for (const stdio of ['inherit', [0, 1, 2], ['ignore', 'inherit', 'ignore']])
    await new Promise((done) => spawn('echo', ['NOISE'], { stdio }).once('close', done));
`;

const PLUGIN = `import { execFileSync, execSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, createWriteStream, writeFileSync, writeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { definePlugin, defineTool } from '@loadout/core';
const noise = async () => {${NOISE}};
await noise();
process.on('exit', () => { process.stdout.write('NOISE\\n'); spawnSync('echo', ['NOISE'], { stdio: 'inherit' }); });
const tool = defineTool({
  name: 'Do', description: 'Does.', inputSchema: { type: 'object' },
  call: async () => { await noise(); setTimeout(() => process.stdout.end('NOISE\\n'), 1); return 'done'; },
});
export default definePlugin({
  name: 'own',
  setup: async () => { await noise(); return { tools: [tool], hooks: { PreToolUse: noise }, dispose: noise }; },
});`;

const folder = () =>
  scripted({
    turns: [{ tools: [{ own__Do: {} }] }, { text: 'It is done.' }],
    config: { plugins: { own: './own.mjs' }, permissions: { allow: ['own__Do'] } },
    files: { 'own.mjs': PLUGIN },
  });

describe('a plugin that writes to standard output breaks no document (F20)', () => {
  it.each([
    [['run', 'Go.', '--output', 'json']],
    [['tools', '--json']],
    [['check', '--json']],
    [['explain', 'helper', 'own__Do({})', '--json']],
    [['context', '--json']],
    [['doctor', '--json']],
  ])('%j', async (args) => {
    const { stdout, stderr } = await loadoutProcess(args, { cwd: folder() });
    expect(() => JSON.parse(stdout)).not.toThrow();
    expect(stdout).not.toContain('NOISE');
    if (args[0] === 'run') expect([JSON.parse(stdout).outcome, stderr.includes('NOISE')]).toEqual(['success', true]);
  });

  it('stream-json: each line is an event', async () => {
    const { stdout } = await loadoutProcess(['run', 'Go.', '--output', 'stream-json'], { cwd: folder() });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toContain('result');
    expect(stdout).not.toContain('NOISE');
  });

  it('an answer that a person reads is the answer alone', async () => {
    const quiet = PLUGIN.replaceAll(/^ {2}(?:spawnSync|execSync|execFileSync|writeSync|for| {2}await).*$/gm, '').replace(
      / spawnSync\(.*?\);/,
      '',
    );
    const cwd = scripted({
      turns: [{ tools: [{ own__Do: {} }] }, { text: 'It is done.' }],
      config: { plugins: { own: './own.mjs' }, permissions: { allow: ['own__Do'] } },
      files: { 'own.mjs': quiet },
    });
    expect((await loadoutProcess(['run', 'Go.'], { cwd })).stdout).toBe('It is done.\n');
  });
});
