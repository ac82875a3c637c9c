import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { breadth, firstOf } from './lib/breadth.js';
import { loadout, root, runNode } from './lib/loadout.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A copy, so that an example does not write into the repository. */
function copyOf(example: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `loadout-${example}-`)));
  folders.push(folder);
  cpSync(join(root, 'examples', example), folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The command from the README: `npx @loadout/cli run …`, or `node` and a program. */
function commandOf(example: string): { readonly args: readonly string[]; readonly isProgram: boolean } {
  const readme = readFileSync(join(example, 'README.md'), 'utf8');
  const args = /^npx @loadout\/cli (run(?: .*)?)$/m.exec(readme)?.[1] ?? /^node (\S+)$/m.exec(readme)?.[1] ?? '';
  return { args: args.split(' '), isProgram: !args.startsWith('run') };
}

/** `npx` puts the project's programs first on the PATH. */
const PATH_OF_NPX = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);

/** `UPDATE_EXPECTED=1 npx vitest run tests/examples.test.ts` writes the expected file again. Read the new file. */
function expectOutput(example: string, output: string) {
  const file = join(root, 'examples', example, 'expected.txt');
  if (process.env.UPDATE_EXPECTED === '1') writeFileSync(file, output);
  expect(output).toBe(readFileSync(file, 'utf8'));
}

describe('every example runs without a key and prints what it says it prints', () => {
  const examples = readdirSync(join(root, 'examples')).filter((name) =>
    existsSync(join(root, 'examples', name, 'agent.config.yaml')),
  );

  const againToo = new Set(firstOf(1, examples));
  // Git and a language server start for it again and again.
  const short = examples.filter((example) => example !== '07-team');

  it.each(breadth(examples, short))('%s', async (example) => {
    const cwd = copyOf(example);
    const { args, isProgram } = commandOf(cwd);
    const json = args.includes('json');
    const { code, stdout, stderr } = await (isProgram ? runNode : loadout)(args, { cwd, env: { PATH: PATH_OF_NPX } });
    expect(code, stderr).toBe(0);
    const told = json ? `${JSON.stringify(JSON.parse(stdout).structuredOutput, null, 2)}\n` : stdout.replaceAll(cwd, '.');
    expectOutput(example, told);
    if (!json && againToo.has(example)) {
      const again = await (isProgram ? runNode : loadout)(args, { cwd, env: { PATH: PATH_OF_NPX } });
      expect(again.stdout.replaceAll(cwd, '.'), 'a second run prints the same (U14)').toBe(told);
    }
  });

  it('03-hooks leaves an audit line for each call that ran (CFG-12)', async () => {
    const cwd = copyOf('03-hooks');
    const audit = join(cwd, 'audit.jsonl');
    rmSync(audit, { force: true });
    await loadout(['run'], { cwd });
    const lines = readFileSync(audit, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).tool_name)).toEqual(['Bash', 'Write']);
  });

  it('04-custom-tool runs from code as well', async () => {
    const cwd = copyOf('04-custom-tool');
    const { code, stdout, stderr } = await runNode(['in-code.mjs'], { cwd });
    expect([code, stdout], stderr).toEqual([0, 'In code: Oslo: 39 °F, light rain\n']);
  });
});
