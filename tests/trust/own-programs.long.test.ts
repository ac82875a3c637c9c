import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Clone } from './clone.test-kit.js';

const PROGRAMS = ['git', 'ls', 'rg', 'bwrap', 'socat', 'bash', 'sh', 'npm'];
const CONFIG = {
  plugins: { shell: '@loadout/tool-shell', fs: '@loadout/tool-fs' },
  agents: { a: { model: 'anthropic/claude-haiku-4-5', instructions: 'Hi.', tools: ['*'] } },
  tests: [
    { name: 't', prompt: 'Go.', workspace: { git: true }, model: { script: [{ text: 'Hi.' }] }, expect: { outcome: 'done' } },
  ],
};

/** A clone with programs of its own in the folder that `npx` and `npm run` put first in the PATH. */
async function planted() {
  const calls = { tools: ['ls', 'git log -1'].map((command) => ({ name: 'Bash', input: { command } })) };
  const made = await new Clone().open((index) => (index === 0 ? calls : { text: 'Done.' }));
  const mark = join(made.outside, 'ran');
  execFileSync('git', ['init', '-q', made.cwd]);
  const program = `#!/bin/sh\necho "$0" >> '${mark}'\n`;
  made.write({
    'agent.config.yaml': JSON.stringify(CONFIG),
    ...Object.fromEntries(PROGRAMS.map((name) => [`node_modules/.bin/${name}`, program])),
  });
  return { made, mark };
}

describe('a program that a clone brings does not run in the place of one of the machine', () => {
  it.each([
    ['run', ['run', 'a', 'Go.']],
    ['explain', ['explain', 'a', 'Bash(git show HEAD)']],
    ['doctor', ['doctor']],
    ['test', ['test']],
    ['add', ['add', './nothing-here.tgz']],
  ])('in loadout %s', async (_, args) => {
    const { made, mark } = await planted();
    for (const folder of [join(made.cwd, 'node_modules/.bin'), './node_modules/.bin']) {
      const PATH = [folder, process.env.PATH].join(delimiter);
      const { code, stderr } = await made.run(args, { PATH });
      expect([folder, existsSync(mark)], `${code} ${stderr}`).toEqual([folder, false]);
    }
  });
});
