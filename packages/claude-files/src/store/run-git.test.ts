import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runGit } from './run-git.js';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-git-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('git that is ended takes with it the ssh that it waits for', async () => {
  const dir = folder();
  const [ssh, mark] = [join(dir, 'ssh'), join(dir, 'pid')];
  writeFileSync(ssh, `#!/bin/sh\necho $$ > ${mark}.new\nmv ${mark}.new ${mark}\nexec sleep 600\n`);
  chmodSync(ssh, 0o755);
  const limit = new AbortController();
  const url = 'ssh://host.example/repo.git';
  const env = { PATH: `${dir}${delimiter}${process.env.PATH}` };
  const asked = runGit(['ls-remote', '--', url], { url, env, signal: limit.signal });
  asked.catch(() => {});
  await expect.poll(() => existsSync(mark)).toBe(true);
  const pid = Number(readFileSync(mark, 'utf8'));
  expect(isThere(pid)).toBe(true);
  limit.abort();
  await expect(asked).rejects.toMatchObject({
    code: 'PLUGIN_GIT',
    message: expect.stringContaining(`git ls-remote from ${url}`),
  });
  await expect.poll(() => isThere(pid)).toBe(false);
});

it.each([
  ['git is not installed', { PATH: '/nowhere' }, ['version']],
  ['not a git command', process.env, ['no-such-command']],
  ['not a git repository', process.env, ['rev-parse', '--git-dir']],
])('what keeps git from its work is said: %s', async (problem, env, args) => {
  await expect(runGit(args, { env })).rejects.toMatchObject({ code: 'PLUGIN_GIT', message: expect.stringContaining(problem) });
});

it('the bytes of an object are those that were given', async () => {
  const dir = join(folder(), 'bare');
  await runGit(['init', '--quiet', '--bare', dir], { env: process.env });
  const id = await runGit(['hash-object', '-w', '--stdin'], { dir, input: 'a\u00ff\n', env: process.env });
  const bytes = await runGit(['cat-file', 'blob', id.toString().trim()], { dir, env: process.env });
  expect([...bytes]).toEqual([0x61, 0xff, 0x0a]);
});
