import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, loadout } from '../lib/loadout.js';
import { scripted } from './scripted.js';

const project = () =>
  scripted({
    turns: [{ text: 'Done.' }],
    agents: { reviewer: { model: 'script/demo', description: 'Reviews.', tools: ['Read'] } },
    config: {
      mcpServers: { db: { command: 'no-such-program' } },
      models: { small: { provider: 'script', id: 'demo' } },
    },
    files: { 'notes.txt': '', 'docs/a.md': '' },
  });

/** The words that the command offers to a shell in place of the last word. */
async function offered(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await loadout(['__complete', '--', ...words], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t', 1)[0] ?? '']));
}

describe('the words that a shell may insert (U5)', () => {
  const cwd = project();

  it.each<[readonly string[], readonly string[]]>([
    [['ch'], ['chat', 'check']],
    [
      ['mcp', ''],
      ['add', 'add-json', 'remove', 'get', 'list', 'doctor', 'login', 'logout'],
    ],
    [['lock', ''], ['verify']],
    [['mcp', 'doctor', ''], ['db']],
    [
      ['run', ''],
      ['helper', 'reviewer'],
    ],
    [['run', '--verbose', 're'], ['reviewer']],
    [['run', 'helper', ''], []],
    [['run', '--', ''], []],
    [
      ['run', '--permission-mode', 'd'],
      ['default', 'dontAsk'],
    ],
    [
      ['run', '--permission-mode=d'],
      ['--permission-mode=default', '--permission-mode=dontAsk'],
    ],
    [
      ['run', '--permission-mode', '=', 'd'],
      ['default', 'dontAsk'],
    ],
    [
      ['run', '--permission-mode', '='],
      ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'],
    ],
    [
      ['run', '--model', 's'],
      ['small', 'script/demo'],
    ],
    [['run', '--resume', ''], ['latest']],
    [['run', '--ver'], ['--verbose']],
    [['run', '--verbose', '--ver'], []],
    [['run', '--allow', 'Read', '--all'], ['--allow']],
    [['run', '-c'], []],
    [['run', '-c', ''], [':files']],
    [['run', '--cwd', ''], [':folders']],
    [['list', 'a'], ['agents']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['nonsense', ''], []],
    [[], expect.arrayContaining(['run', 'mcp', 'completion'])],
  ])('%j: %j', async (words, expected) => {
    expect(await offered(cwd, ...words)).toEqual(expected);
  });

  it('come from the configuration that the line names', async () => {
    const elsewhere = scripted({ turns: [{ text: 'Done.' }] });
    expect(await offered(elsewhere, 'run', '--cwd', cwd, 're')).toEqual(['reviewer']);
    expect(await offered(elsewhere, 'run', `--config=${join(cwd, 'agent.config.yaml')}`, 're')).toEqual(['reviewer']);
  });

  it('are none, and no problem is shown, where the configuration cannot be read', async () => {
    const broken = scripted({ turns: [], files: { 'agent.config.yaml': 'agents: [' } });
    expect(await offered(broken, 'run', '')).toEqual([]);
    expect(await offered(broken, 'run', '--per')).toEqual(['--permission-mode']);
  });

  it('name a session with its first prompt (U5)', async () => {
    const talked = project();
    await loadout(['run', 'helper', 'Look at the notes.'], { cwd: talked });
    const { stdout } = await loadout(['__complete', '--', 'resume', ''], { cwd: talked });
    expect(stdout).toMatch(/^latest\t.*\n[0-9a-f-]{36}\tLook at the notes\.\n$/);
  });

  it('have a description behind a tab', async () => {
    const { stdout } = await loadout(['__complete', '--', 'run', 'rev'], { cwd });
    expect(stdout).toBe('reviewer\tReviews.\n');
  });
});

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** The words of a shell that loads its script and prints what Tab would offer behind some words. A machine may have none of these shells. */
const ASKING: Readonly<Record<string, (words: string) => readonly string[]>> = {
  // As the completion system calls it: the words of the line, the index of the last one; _describe and _files show what they are given.
  zsh: (words) => [
    '-f',
    '-c',
    `compdef() { :; }; _describe() { print -l -- "\${(@P)2}"; }; _files() { print -l -- \${words[-1]}*(N); }
     source script.zsh; words=("\${(@s: :)1}"); [[ $1 == *' ' ]] && words+=(''); CURRENT=$#words; _loadout`,
    'zsh',
    words,
  ],
  fish: (words) => ['--no-config', '-c', `source script.fish; complete -C '${words}'`],
};

/** Writes the script of the shell, and a program `loadout` that the shell finds. */
async function withCommand(cwd: string, shell: string): Promise<Readonly<Record<string, string>>> {
  const { stdout: script } = await loadout(['completion', shell], { cwd });
  const programs = join(cwd, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'loadout'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(programs, 'loadout'), 0o755);
  writeFileSync(join(cwd, `script.${shell}`), script);
  return { PATH: `${programs}:${process.env.PATH ?? ''}`, HOME: join(cwd, '.home') };
}

describe('loadout completion', () => {
  it('bash: the script completes commands, names, values and files in a real bash (U5)', async () => {
    const cwd = project();
    const env = await withCommand(cwd, 'bash');
    // As readline does it: the words of the line, the index of the last one, then the function that `complete` names.
    const ask = `source script.bash; complete -p loadout >&2
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _loadout loadout; (IFS=' '; echo "\${COMPREPLY[*]}"); }
      try loadout ch; try loadout run re; try loadout run --permission-mode = pl; try loadout run -c not; try loadout run --cwd do
      try loadout nonsense ''`;
    const said = execFileSync('bash', ['--norc', '-c', ask], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    expect(said.split('\n').slice(0, 6)).toEqual(['chat check', 'reviewer', 'plan', 'notes.txt', 'docs', '']);
  });

  it.each(Object.entries(ASKING).filter(([shell]) => isInstalled(shell)))(
    '%s: the script completes commands, names, values and files in the shell itself (U5)',
    async (shell, ask) => {
      const cwd = project();
      const env = await withCommand(cwd, shell);
      const said = (words: string) => {
        const { stdout, stderr, status } = spawnSync(shell, ask(words), { cwd, env, encoding: 'utf8', timeout: 60_000 });
        expect([status, stderr]).toEqual([0, '']);
        return stdout;
      };
      for (const [words, wanted] of [
        ['loadout ch', ['chat', 'check']],
        ['loadout run re', ['reviewer']],
        ['loadout run --permission-mode pl', ['plan']],
        ['loadout run -c not', ['notes.txt']],
      ] as const)
        for (const one of wanted) expect(said(words), words).toContain(one);
      expect(said('loadout nonsense ').trim()).toBe('');
    },
  );

  it.each(['zsh', 'fish'])('%s: the script asks the command for the words (U5)', async (shell) => {
    const { code, stdout } = await loadout(['completion', shell], { cwd: project() });
    expect(code).toBe(0);
    expect(stdout).toContain('__complete --');
    expect(stdout).not.toContain('undefined');
  });

  it('of another shell is an error that names the shells (U5)', async () => {
    const { code, stderr } = await loadout(['completion', 'tcsh'], { cwd: project() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
  });
});
