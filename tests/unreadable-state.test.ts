import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadout, project } from './lib/loadout.js';

const FILES = {
  'agent.config.yaml': `plugins: { schedule: '@loadout/tool-schedule' }
providers: { script: { use: '@loadout/model-script', options: { file: ./script.yaml } } }
agents: { one: { model: script/any, instructions: Answer. } }
`,
  'script.yaml': 'turns:\n  - text: Done.\n',
};

/** The commands that read the state of Loadout. */
const READERS: readonly (readonly string[])[] = [
  ['sessions'],
  ['sessions', '--json'],
  ['sessions', 'export', 'latest'],
  ['sessions', 'export', 'some-id'],
  ['resume', 'latest'],
  ['resume', 'some-id'],
  ['replay', 'latest'],
  ['replay', 'some-id'],
  ['diff'],
  ['cost'],
  ['view', 'latest', '--export', 'page.html'],
  ['schedule', 'list'],
  ['runs'],
  ['run', 'Go on.'],
];

it('a command that cannot read the state says so and names the place, rather than that there is nothing', async () => {
  const dir = project(FILES);
  const state = join(dir, 'state');
  writeFileSync(state, 'This is a file.');
  for (const args of READERS) {
    const { code, stdout, stderr } = await loadout(args, { cwd: dir, env: { XDG_STATE_HOME: state } });
    expect([args, code === 0, stdout], stderr).toEqual([args, false, '']);
    expect(stderr, args.join(' ')).toContain('ENOTDIR');
    expect(stderr, args.join(' ')).toContain(join(state, 'loadout'));
    expect(stderr, args.join(' ')).toMatch(/^Fix: /m);
  }
});

it('state that is not there yet is empty', async () => {
  const dir = project(FILES);
  const env = { XDG_STATE_HOME: join(dir, 'state') };
  for (const args of [['sessions'], ['cost'], ['schedule', 'list']])
    expect(await loadout(args, { cwd: dir, env }), args.join(' ')).toMatchObject({ code: 0 });
});
