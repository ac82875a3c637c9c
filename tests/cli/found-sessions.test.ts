import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout } from '../lib/loadout.js';
import { scripted } from './scripted.js';

const turns = [{ tools: [{ Read: { file_path: 'a.txt' } }] }, { text: 'Read it.' }, { text: 'Went on.' }];
const make = () => scripted({ turns, files: { 'a.txt': 'one\n' }, config: { sessions: { dir: 'sessions' } } });

async function session(cwd: string, more: readonly string[] = []) {
  const { stdout } = await loadout(['run', 'Look.', '--output', 'json', ...more], { cwd });
  return (JSON.parse(stdout) as { sessionId: string }).sessionId;
}

describe('a session (GAP-B8)', () => {
  it('is resumed and shown by the beginning of its id or its name', async () => {
    const cwd = make();
    const id = await session(cwd, ['--name', 'first look']);
    for (const given of [id.slice(0, 8), 'first look']) {
      const { code, stdout } = await loadout(['sessions', 'export', given], { cwd });
      expect([code, stdout]).toEqual([0, expect.stringContaining(`# Session ${id}`)]);
    }
    const on = await loadout(['run', '--resume', id.slice(0, 8), 'On.', '--output', 'json'], { cwd });
    expect(JSON.parse(on.stdout)).toMatchObject({ sessionId: id, text: 'Went on.' });
    expect((await loadout(['sessions', 'name', id.slice(0, 6), 'parser'], { cwd })).code).toBe(0);
    expect((await loadout(['sessions'], { cwd })).stdout).toContain('[parser] Look.');
    expect((await loadout(['diff', 'first look'], { cwd })).stderr).toContain('There is no session "first look"');
  });

  it('of another folder is shown, and resumed where it belongs, which the refusal says', async () => {
    const there = make();
    const id = await session(there);
    const here = scripted({ turns, config: { sessions: { dir: join(there, 'sessions') } } });
    expect((await loadout(['sessions', 'export', id.slice(0, 8)], { cwd: here })).stdout).toContain(`# Session ${id}`);
    const { code, stderr } = await loadout(['run', '--resume', id.slice(0, 8), 'On.'], { cwd: here });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`cd ${there} && loadout run --resume ${id}`)]);
  });

  it('that is damaged is repaired in a copy, and the refusal names the command', async () => {
    const cwd = make();
    const id = await session(cwd);
    const [folder = ''] = readdirSync(join(cwd, 'sessions'));
    const file = join(cwd, 'sessions', folder, `${id}.jsonl`);
    const lines = readFileSync(file, 'utf8').split('\n');
    const damaged = lines.with(4, lines[4]?.replace('"', "'") ?? '').join('\n');
    writeFileSync(file, damaged);
    const refused = await loadout(['run', '--resume', id, 'On.'], { cwd });
    expect(refused.stderr).toContain('loadout sessions repair');
    const { code, stdout } = await loadout(['sessions', 'repair', id.slice(0, 8)], { cwd });
    const copy = /Wrote (\S+) /.exec(stdout)?.[1] ?? '';
    expect([code, stdout]).toEqual([0, expect.stringContaining('Left out line 5: ')]);
    expect(readFileSync(file, 'utf8')).toBe(damaged);
    expect((await loadout(['run', '--resume', copy, 'On.'], { cwd })).code).toBe(0);
    expect((await loadout(['sessions', 'repair', copy], { cwd })).stdout).toBe(`The session ${copy} is not damaged.\n`);
  });
});
