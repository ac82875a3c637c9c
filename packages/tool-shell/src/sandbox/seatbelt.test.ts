import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setUp } from '../testing/context.js';
import { sandboxPlan } from '../testing/sandbox-plan.js';
import { prepareSandbox } from './prepare.js';
import { loadRuntime } from './runtimes.js';
import { realPlace, withSystemEnv } from './seatbelt-text.js';

/** Lets sandbox-runtime, which asks for the system at each call, build what it builds on macOS. */
function pretendMacos(): void {
  const real = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  Object.defineProperty(process, 'platform', { ...real, value: 'darwin' });
  onTestFinished(() => void Object.defineProperty(process, 'platform', real));
}

/** The words of the command line on macOS, as a real bash reads them, and the profile among them. */
async function startedOnMacos(name = 'work', plan: Parameters<typeof sandboxPlan>[0] = {}) {
  const { context } = await setUp();
  const folder = join(realpathSync(context.cwd), name);
  mkdirSync(join(folder, '.git', 'hooks'), { recursive: true });
  writeFileSync(join(folder, 'agent.config.yaml'), '');
  pretendMacos();
  const wanted = sandboxPlan(plan);
  const runtime = await loadRuntime({ plan: wanted, path: '/nonexistent' }, 'darwin');
  onTestFinished(() => runtime.manager.reset());
  const lastFolder = { temporary: () => join(folder, '..', 'own-tmp'), notes: () => join(folder, '..', 'notes') };
  const place = await prepareSandbox('echo "$HOME"', {
    plan: wanted,
    context: Object.create(context, { artifactDir: { value: join(folder, '..', 'state', 'one') } }),
    parts: {
      lastFolder,
      sandboxes: { ready: vi.fn(), dispose: vi.fn() },
      secretFolders: ['/secret'],
      envFile: undefined,
    } as never,
    env: { PATH: join(folder, 'bin'), HOME: '/home/someone' },
    runtime,
    writable: [folder],
  });
  onTestFinished(() => void place.leave());
  const line = place.start.args?.at(-1) ?? '';
  // The program that the line starts is replaced by one that prints its words.
  const printed = execFileSync('/bin/bash', ['-c', line.replace('exec /usr/bin/env', "printf '%s\\0'")], { encoding: 'utf8' });
  const words = printed.split('\0');
  const profile = words[words.indexOf('-p') + 1] ?? '';
  return { folder, place, line, words, profile };
}

const isAbove = (path: string, ...below: readonly string[]) =>
  below.some((one) => `${realpathSync(dirname(one))}/`.startsWith(`${path}/`));

/** A folder with its whole name: the name of another one may begin with it. */
const folderIn = (folder: string) => new RegExp(`${folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[/"])`, 'g');

/** The repository, which has the packages that the sandbox reads. */
const ROOT = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url))).replace(/\/$/, '');

/** The lists and strings of a profile. Throws where a string or a list does not end. */
function readProfile(profile: string): readonly unknown[] {
  const tokens = [...profile.replace(/^\s*;.*$/gm, '').matchAll(/#?"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+|"/g)].map(([token]) => token);
  const top: unknown[] = [];
  const open: unknown[][] = [top];
  for (const token of tokens) {
    if (token === '"') throw new Error('a string does not end');
    if (token === ')') {
      const list = open.pop();
      if (open.length === 0) throw new Error('a list ends that did not begin');
      open.at(-1)?.push(list);
    } else if (token === '(') open.push([]);
    else open.at(-1)?.push(token.startsWith('"') ? JSON.parse(token) : token);
  }
  if (open.length !== 1) throw new Error('a list does not end');
  return top;
}

/** The paths that a kind of rule names. */
const pathsOf = (rules: readonly unknown[], action: string, operation: string): readonly unknown[] =>
  rules
    .filter((rule): rule is unknown[] => Array.isArray(rule) && rule[0] === action && rule.includes(operation))
    .flatMap((rule) => rule.filter(Array.isArray))
    .filter(([kind]) => kind === 'subpath')
    .map(([, path]) => path);

describe('the profile of Seatbelt, as sandbox-runtime writes it for macOS', () => {
  it('is given to the program of macOS, and nothing on the PATH of a command runs outside', async () => {
    const { line, words, place } = await startedOnMacos();
    expect(place.start.file).toBe('/bin/bash');
    expect(line).toMatch(/^exec \/usr\/bin\/env SANDBOX_RUNTIME=1 /);
    expect(words.slice(words.indexOf('/usr/bin/sandbox-exec')).filter((word) => !word.includes('\n'))).toEqual([
      '/usr/bin/sandbox-exec',
      '-p',
      '/bin/bash',
      '-c',
      expect.stringMatching(/^export TMPDIR='.+'; set -- "\$LOADOUT_COMMAND"; unset LOADOUT_COMMAND; exec -a bash '\/bin\/bash'/),
      '',
    ]);
  });

  it('denies all that it does not name, and lets nothing through to the network', async () => {
    const { profile } = await startedOnMacos();
    const [version, first] = readProfile(profile);
    expect(version).toEqual(['version', '1']);
    expect(first).toEqual(['deny', 'default', expect.arrayContaining(['message'])]);
    expect(profile).not.toMatch(/\(allow (?:network|process-exec\*|default)/);
  });

  it.each(['work', 'a b', `it's`, 'quo"te', 'back\\slash', 'pa(ren)', '$(id)', '文件'])(
    'lets a command write in the folder %j, and not to what decides what runs later',
    async (name) => {
      const { folder, profile } = await startedOnMacos(name, { filesystem: { denyRead: ['/keys'] } });
      const rules = readProfile(profile);
      expect(pathsOf(rules, 'allow', 'file-write*')).toContain(folder);
      const denied = pathsOf(rules, 'deny', 'file-write*');
      expect(denied).toEqual(
        expect.arrayContaining(['agent.config.yaml', '.git/hooks', '.git/modules'].map((path) => join(folder, path))),
      );
      expect(denied).toEqual(expect.arrayContaining(['/tmp/claude', '/private/tmp/claude'].map(realPlace)));
      expect(pathsOf(rules, 'deny', 'file-read*')).toEqual(expect.arrayContaining(['/keys', '/secret']));
    },
  );

  it('is this text', async () => {
    const { folder, profile } = await startedOnMacos('work', {
      filesystem: { denyRead: ['/keys'] },
      network: { allowUnixSockets: ['/run/one.sock'], allowLocalBinding: true },
    });
    const text = profile
      // The folders above the temporary folders and above the working folder differ between machines.
      .replaceAll(/^ {2}\(literal "([^"]+)"\)\n/gm, (line, path) =>
        isAbove(path, folder, realpathSync(process.cwd()), homedir(), '/tmp/claude') ? '' : line,
      )
      .replaceAll(/CMD64_\S+_SBX/g, 'TAG')
      .replaceAll(folderIn(realpathSync(process.cwd())), '/loadout')
      .replaceAll(folderIn(ROOT), '/loadout')
      .replaceAll(folderIn(dirname(folder)), '/home/someone/code')
      .replaceAll(folderIn(homedir()), '/home/someone');
    await expect(text.slice(text.indexOf('; Network'))).toMatchFileSnapshot('seatbelt-profile.txt');
  });

  it('lets single sockets through, which Linux cannot', async () => {
    const { profile } = await startedOnMacos('work', { network: { allowUnixSockets: ['/run/one.sock'] } });
    expect(profile).toContain('(allow network-outbound (remote unix-socket (subpath "/run/one.sock")))');
    expect(profile.match(/unix-socket/g)).toHaveLength(2);
  });
});

it('a path that is missing is named by its real place', async () => {
  const { context } = await setUp();
  const real = realpathSync(context.cwd);
  mkdirSync(join(real, 'private'));
  symlinkSync(join(real, 'private'), join(real, 'tmp'));
  expect(realPlace(join(real, 'tmp', 'repo', '.git'))).toBe(join(real, 'private', 'repo', '.git'));
  expect(realPlace('~/.npm')).toBe('~/.npm');
});

it.each(['true', 'env A=1 true', '/usr/bin/sandbox-exec -p x true'])('a command line of another form is refused: %s', (line) =>
  expect(() => withSystemEnv(line)).toThrow('of a form that is not known'),
);

it('a system without a sandbox says so', async () => {
  const wanted = { plan: sandboxPlan(), path: '/usr/bin' };
  await expect(loadRuntime(wanted, 'win32')).rejects.toThrow('commands can be confined on Linux and macOS, and this is win32');
});
