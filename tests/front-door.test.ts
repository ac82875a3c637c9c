import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadout, root } from './lib/loadout.js';
import { terminalPicture, textIn } from './lib/terminal-picture.js';

const PICTURE = join(root, 'docs/guide/pictures/tour.svg');

/** Counts, times, ids and the folder of the sessions differ from commit to commit and from run to run, and a long path is cut off. The words stay. */
const withoutNumbers = (text: string) =>
  text
    .replace(/session [0-9a-f-]{36}/g, 'session ID')
    .replace(/(?<=● Read )\S*\/\S*/g, 'FILE')
    .replace(/\d[\d,.]*(?: (?:ms|s)\b)?/g, 'N');

/** The words, however the picture breaks the lines. */
const wordsOf = (text: string) => withoutNumbers(text.replaceAll(/\s+/g, ' ').trim());

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-front-door-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of this repository that the tour reads, in a folder where the test can change one of them. */
function copyOfTheRepository(): string {
  for (const name of ['README.md', 'package.json', 'agent.config.yaml', 'tour.script.yaml'])
    cpSync(join(root, name), join(folder, name));
  cpSync(join(root, 'packages/core/src'), join(folder, 'packages/core/src'), { recursive: true });
  cpSync(join(root, 'packages/core/package.json'), join(folder, 'packages/core/package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

describe('the front door', () => {
  it('prints the output that the picture of README.md shows, apart from numbers (GAP-G2)', async () => {
    const { code, stdout, stderr } = await loadout(['run'], {
      cwd: root,
      env: { HOME: join(folder, 'home'), LOADOUT_STATE_DIR: join(folder, 'state') },
    });
    expect(code, stderr).toBe(0);
    // A terminal shows both streams together. The answer comes before the summary.
    const lines = stderr.trimEnd().split('\n');
    const output = `${[...lines.slice(0, -1), stdout.trimEnd(), ...lines.slice(-1)].join('\n').replaceAll(join(folder, 'state'), '~/.local/state/loadout')}\n`;
    if (process.env.UPDATE_EXPECTED === '1') writeFileSync(PICTURE, terminalPicture(output));
    expect(wordsOf(textIn(readFileSync(PICTURE, 'utf8')))).toBe(wordsOf(output));
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('](docs/guide/pictures/tour.svg)');
  });

  it('meets a hook, a denied call and a spilled result on the way', async () => {
    const { stdout } = await loadout(['run', '--output', 'stream-json'], { cwd: root, env: { HOME: join(folder, 'home') } });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.filter((event) => event.type === 'hook').map((event) => event.outcome)).toEqual(
      expect.arrayContaining(['deny', 'changed']),
    );
    expect(events.at(-1).result).toMatchObject({
      outcome: 'success',
      denials: [{ tool_name: 'Read' }, { tool_name: 'Bash' }],
      spilled: 1,
    });
  });

  it('answers from the files that it read: a changed file changes the answer', async () => {
    const cwd = copyOfTheRepository();
    const ask = async () => (await loadout(['run'], { cwd })).stdout;
    const before = await ask();
    const file = join(cwd, 'README.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('# Loadout', '# Something else'));
    expect(before).toMatch(/^Loadout: /);
    expect(await ask()).toMatch(/^Something else: /);
  });
});
