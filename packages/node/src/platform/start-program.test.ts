import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bashFile, programStart, startProblem, variableOf } from './start-program.js';

const GIT = 'C:\\Program Files\\Git';
const env = {
  Path: `.;node_modules\\.bin;C:\\Windows\\System32;C:\\node;${GIT}\\cmd`,
  PATHEXT: '.EXE;.CMD',
  SYSTEMROOT: 'C:\\Windows',
};
const disk =
  (...files: readonly string[]) =>
  (path: string) =>
    files.includes(path);
const isFile = disk(
  'node_modules\\.bin\\npx.CMD',
  'C:\\node\\npx.CMD',
  'C:\\node\\node.EXE',
  'C:\\a b\\run.bat',
  `${GIT}\\cmd\\git.exe`,
);

describe.each(['linux', 'darwin'])('on %s', (system) => {
  it('a program is started in a group of its own by the name that it is given', () =>
    expect(programStart('npx', ['a b', '%x%'], { env, system, isFile })).toEqual({
      file: 'npx',
      args: ['a b', '%x%'],
      options: { detached: true, windowsHide: true, windowsVerbatimArguments: false },
    }));
});

describe('on win32', () => {
  const start = (command: string, ...args: readonly string[]) => programStart(command, args, { env, system: 'win32', isFile });

  it('a program is started by its full path, without a console of its own', () =>
    expect(start('node', 'a.js')).toEqual({
      file: 'C:\\node\\node.EXE',
      args: ['a.js'],
      options: { detached: false, windowsHide: true, windowsVerbatimArguments: false },
    }));

  it('a batch file is started by the cmd.exe of the system, each word in quotes', () =>
    expect(start('npx', '-y', '@scope/server', 'a & calc', 'C:\\data\\', '')).toMatchObject({
      file: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/d', '/v:off', '/s', '/c', '""C:\\node\\npx.CMD" "-y" "@scope/server" "a & calc" "C:\\data\\\\" """'],
      options: { windowsVerbatimArguments: true },
    }));

  it.each(['C:\\a b\\run.bat', 'C:\\a b\\run.BAT.', 'C:\\none\\x.cmd '])('%j is a batch file', (file) =>
    expect(start(file).file).toBe('C:\\Windows\\System32\\cmd.exe'),
  );

  it.each(['"', '%PATH%', 'a\nb', 'a\r', '\0'])('a batch file gets no word with %j, since it would read it', (word) =>
    expect(() => start('npx', word)).toThrow('cannot be passed to one safely; start the program that it calls'),
  );

  it('a program that is nowhere is started by its name, so that the system says it', () =>
    expect(start('nothing').file).toBe('nothing'));
  it('the cmd.exe has a place also where no variable names it', () =>
    expect(programStart('x.cmd', [], { env: {}, system: 'win32', isFile }).file).toBe('C:\\Windows\\System32\\cmd.exe'));
});

describe('the bash that runs commands', () => {
  const found = (system: string, ...files: readonly string[]) => bashFile({ env, system, isFile: disk(...files) });

  it('is the one of PATH on Linux, and the one of the system on macOS', () => {
    expect(found('linux')).toBe('bash');
    expect(found('darwin')).toBe('/bin/bash');
  });

  it.each([
    ['beside git.exe', `${GIT}\\bin\\bash.exe`, `${GIT}\\cmd\\git.exe`],
    ['in the usual place', `${GIT}\\bin\\bash.exe`, 'x'],
  ])('on Windows is that of Git, %s', (_where, bash, git) => expect(found('win32', bash, git)).toBe(bash));

  it('is found from the inner folder of Git too', () => {
    const Path = 'D:\\Git\\mingw64\\bin';
    const isThere = disk('D:\\Git\\mingw64\\bin\\git.exe', 'D:\\Git\\bin\\bash.exe');
    expect(bashFile({ env: { Path }, system: 'win32', isFile: isThere })).toBe('D:\\Git\\bin\\bash.exe');
  });

  it('is never that of WSL, and never one of a relative folder', () => {
    expect(found('win32', 'C:\\Windows\\System32\\bash.exe', 'C:\\Windows\\System32\\git.exe')).toBeUndefined();
    expect(found('win32', 'node_modules\\.bin\\git.exe', 'node_modules\\bin\\bash.exe')).toBeUndefined();
  });

  it('runs here', () => {
    const bash = bashFile({ env: process.env }) ?? '';
    expect(spawnSync(bash, ['-c', 'echo $BASH_VERSION'], { encoding: 'utf8' }).stdout).toMatch(/^\d/);
  });
});

it.each([
  ['linux', undefined],
  ['darwin', undefined],
  ['win32', 'C:\\one'],
] as const)('on %s the variable Path is PATH, or another one', (system, value) =>
  expect(variableOf({ Path: 'C:\\one' }, 'PATH', system)).toBe(value),
);

it('a program starts here with the words that it is given', () => {
  const { file, args } = programStart(process.execPath, ['-p', 'process.argv[1]', 'a "b" %c%'], { env: process.env });
  expect(execFileSync(file, [...args], { encoding: 'utf8' })).toBe('a "b" %c%\n');
});

describe('a program that does not start is told as', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const script = (name: string, mode: number) => writeFileSync(join(folder, name), '#!/no/such/interpreter\n', { mode });
  script('plain', 0o644);
  script('lost', 0o755);

  it.each([
    ['no-such-program-9', folder, 'there is no program no-such-program-9 in the folders of PATH'],
    ['./gone', folder, 'there is no file ./gone'],
    ['./plain', folder, `this user may not run ./plain in ${folder}`],
    ['./lost', folder, 'the interpreter in the first line of ./lost is not there'],
    [process.execPath, join(folder, 'none'), `the folder ${join(folder, 'none')}, in which it is to start, does not exist`],
  ])('%s in %s', (command, cwd, problem) => {
    const { error } = spawnSync(command, [], { cwd });
    expect(startProblem(error, { command, cwd })).toBe(problem);
  });

  it('any other error by its words', () =>
    expect(startProblem(new Error('too many files are open'), { command: 'x' })).toBe('too many files are open'));
});
