import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scripted } from '../../cli/scripted.js';
import { loadout, loadoutProcess, project, startWarmLoadout } from '../loadout.js';

const pluginThat = (call: string, top = '') => `import { appendFileSync } from 'node:fs';
import { definePlugin, defineTool } from '@loadout/core';
${top}
const tool = defineTool({ name: 'Do', description: 'Does.', inputSchema: { type: 'object' }, call: async () => { ${call} } });
export default definePlugin({ name: 'own', setup: () => ({ tools: [tool] }) });`;

/** A folder whose agent calls the tool of this plugin once. */
const folderOf = (plugin: string) =>
  scripted({
    turns: [{ tools: [{ own__Do: {} }] }, { text: '{{1.text}}' }],
    config: { plugins: { own: './own.mjs' }, permissions: { allow: ['own__Do'] } },
    files: { 'own.mjs': plugin },
  });
const run = (cwd: string) => loadout(['run', 'Go.'], { cwd });

describe('a warm command', () => {
  it.each([[['tools']], [['check']], [['config', 'print']], [['--version']], [['--help']], [['rnu']], [[]]])(
    'answers %j as a process does',
    async (args) => {
      const cwd = scripted({ turns: [{ text: 'Hello.' }] });
      const [warm, cold] = [await loadout(args, { cwd }), await loadoutProcess(args, { cwd })];
      expect(warm).toEqual(cold);
      expect(`${cold.stdout}${cold.stderr}`).not.toBe('');
    },
  );

  it('has the folder, the input and the variables of its own call alone', async () => {
    const cwd = folderOf(pluginThat('return JSON.stringify([process.env.SECRET_WORD, process.cwd(), process.argv.slice(2)])'));
    const first = await loadout(['run'], { cwd, env: { SECRET_WORD: 'x' }, stdin: 'Go.' });
    expect(JSON.parse(first.stdout)).toEqual(['x', cwd, ['run']]);
    expect(JSON.parse((await run(cwd)).stdout)).toEqual([null, cwd, ['run', 'Go.']]);
  });

  it('loads the modules of the project again, changed or not', async () => {
    const cwd = folderOf(pluginThat('count += 1; return String(count)', 'let count = 0;'));
    expect([(await run(cwd)).stdout, (await run(cwd)).stdout]).toEqual(['1\n', '1\n']);
    writeFileSync(join(cwd, 'own.mjs'), pluginThat('return "changed"'));
    expect((await run(cwd)).stdout).toBe('changed\n');
  });

  it('runs nothing after process.exit, as a process', async () => {
    const cwd = folderOf(pluginThat("process.exit(0); appendFileSync('after.txt', 'x'); return 'after';"));
    const warm = await run(cwd);
    const cold = await loadoutProcess(['run', 'Go.'], { cwd });
    expect([warm.code, warm.stdout, warm.stderr]).toEqual([cold.code, cold.stdout, cold.stderr]);
    expect([warm.code, existsSync(join(cwd, 'after.txt'))]).toEqual([1, false]);
  });

  it('ends with an exception that nobody catches, as a process', async () => {
    const cwd = folderOf(pluginThat("setTimeout(() => { throw new Error('late') }); await new Promise(() => {})"));
    const [warm, cold] = [await run(cwd), await loadoutProcess(['run', 'Go.'], { cwd })];
    for (const { code, stderr } of [warm, cold]) expect([code, stderr]).toEqual([cold.code, expect.stringContaining('late')]);
  });

  it('gives back a long answer whole', async () => {
    const cwd = folderOf(pluginThat("process.stdout.write('x'.repeat(5_000_000)); return 'end';"));
    expect(await run(cwd)).toMatchObject({ stdout: 'end\n', stderr: expect.stringContaining('x'.repeat(5_000_000)) });
  });

  it('leaves no listener to the next call, and its late exit ends no other', async () => {
    const late = pluginThat(
      "process.on('exit', () => appendFileSync('exits.txt', 'x')); setTimeout(() => { process.stdout.write('late'); process.exit(9); }, 30); return 'Hello.';",
    );
    const cwd = folderOf(late);
    const slow = folderOf(pluginThat("await new Promise((resolve) => setTimeout(resolve, 200)); return 'Slow.';"));
    expect(await run(cwd)).toMatchObject({ code: 0, stdout: 'Hello.\n' });
    expect(await run(slow)).toMatchObject({ code: 0, stdout: 'Slow.\n' });
    expect(readFileSync(join(cwd, 'exits.txt'), 'utf8')).toBe('x');
  });

  it('is not ended by a signal to a command that is over, whose process runs the next one', async () => {
    const cwd = folderOf(pluginThat("await new Promise((resolve) => setTimeout(resolve, 200)); return 'Slow.';"));
    const first = await startWarmLoadout(['--version'], { cwd });
    await first.finished;
    const next = run(cwd);
    first.kill('SIGKILL');
    expect(await next).toMatchObject({ code: 0, stdout: 'Slow.\n' });
    first.kill('SIGKILL');
    expect(await run(cwd)).toMatchObject({ code: 0, stdout: 'Slow.\n' });
  });

  it('refuses a variable that Node reads when it starts', async () => {
    await expect(loadout(['tools'], { cwd: project({}), env: { NODE_OPTIONS: '' } })).rejects.toThrow('NODE_OPTIONS');
  });
});
