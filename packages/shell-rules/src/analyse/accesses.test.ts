import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessesOf } from './accesses.js';
import { analyse } from './analyse.js';

let cwd = '';
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-accesses-')));
  mkdirSync(join(cwd, 'sub/deep'), { recursive: true });
  mkdirSync(join(cwd, 'other'));
  for (const name of ['a.ts', 'b.ts', 'c.md', 'sub/d.ts']) writeFileSync(join(cwd, name), '');
  symlinkSync('../other/secret', join(cwd, 'sub/link.ts'));
  symlinkSync('sub/deep', join(cwd, 'way'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const told = (command: string) =>
  accessesOf(command, { analysis: analyse(command), cwd, home: '/home/me' }).map((one) => {
    if (one.kind === 'run') return one.unclear === undefined ? `run ${one.text}` : `unclear ${one.unclear}`;
    if (one.kind === 'fetch') return one.url;
    if (one.kind === 'session') return one.kind;
    return `${one.kind} ${one.path.replace(cwd, '.')}${one.below === true ? ' below' : ''}`;
  });

const changed = (command: string) =>
  accessesOf(command, { analysis: analyse(command), cwd, home: '/home/me' }).flatMap((one) =>
    one.kind === 'write' ? [`${one.path.replace(cwd, '.')} by ${one.by?.join(' and ') ?? 'no command alone'}`] : [],
  );

describe('what a command that is there to change files names (decisions/0011)', () => {
  it.each([
    ['touch a.ts', ['./a.ts by touch a.ts']],
    ['cp a.ts z && rm z', ['./z by cp a.ts z and rm z', './z/a.ts by cp a.ts z']],
    ['timeout 5 rm -r sub', ['./sub by timeout 5 rm -r sub']],
    ['touch a.ts > z', ['./z by no command alone', './a.ts by touch a.ts > z']],
    ['touch z > z', ['./z by no command alone']],
    ['touch z; echo a > z', ['./z by no command alone']],
    ['sort -o z a.ts; find sub -delete', ['./z by no command alone', './sub by no command alone']],
    ['touch z; sed -i s/a/b/ z', ['./z by no command alone']],
    ['find sub -name x -exec rm {} \\;', ['sub', 'other/secret'].map((path) => `./${path} by find sub -name x -exec rm {} \\;`)],
  ])('%j', (command, expected) => {
    expect(changed(command)).toEqual(expected);
  });
});

describe('what a command touches (PERM-10, PERM-12)', () => {
  it.each([
    ['cat a.ts', ['run cat a.ts', 'read ./a.ts']],
    ['cat sub/link.ts', ['run cat sub/link.ts', 'read ./other/secret']],
    ['cat *.ts', ['run cat *.ts', 'read ./a.ts', 'read ./b.ts', 'read .']],
    ['cat sub/*.ts', ['run cat sub/*.ts', 'read ./sub/d.ts', 'read ./other/secret', 'read ./sub']],
    ['cat */d.ts', ['run cat */d.ts', 'read ./sub/d.ts', 'read .']],
    ['cat s*/l*', ['run cat s*/l*', 'read ./other/secret', 'read .', 'read ./sub']],
    ['echo a > z; cat sub/*', expect.arrayContaining(['read ./other/secret', 'read ./sub below'])],
    ['cat /usr/bin/*', ['run cat /usr/bin/*', 'unclear a file that is not known: a file name pattern']],
    ['mv a.ts e.ts && cat *.ts', expect.arrayContaining(['read . below'])],
    ['cat ~/x', ['run cat ~/x', 'read /home/me/x']],
    ['cat "$HOME/x"', ['run cat "$HOME/x"', 'read /home/me/x']],
    ['rm -rf ~', ['run rm -rf ~', 'write /home/me below']],
    ['rm -rf ~/', ['run rm -rf ~/', 'write /home/me below']],
    ['rm -rf "$HOME"', ['run rm -rf "$HOME"', 'write /home/me below']],
    ['rm -rf /', ['run rm -rf /', 'write / below']],
    ['rm -rf /*', expect.arrayContaining(['write / below'])],
    ['rm -rf $X/y', expect.arrayContaining(['write / below'])],
    ['cd sub && cat d.ts', ['run cd sub', 'run cat d.ts', 'read ./sub', 'read ./sub/d.ts']],
    ['cd sub; cat d.ts', ['run cd sub', 'run cat d.ts', 'read ./sub', 'read ./d.ts', 'read ./sub/d.ts']],
    ['(cd sub && ls); cat a.ts', expect.arrayContaining(['read ./a.ts'])],
    ['cd way && cat ../x', expect.arrayContaining(['read ./sub/x'])],
    ['cat way/../x', ['run cat way/../x', 'read ./sub/x']],
    ['cd way/.. && cat x', expect.arrayContaining(['read ./x'])],
    ['cd / && cat etc/passwd', expect.arrayContaining(['read /', 'read /etc/passwd'])],
    ['cd sub && git status', ['run cd sub', 'run git status', 'read ./sub']],
    ['cd . && git status', ['run cd .', 'run git status', 'read .']],
    ['cd sub && echo a > x', expect.arrayContaining(['write ./sub/x'])],
    ['find sub -exec cat {} +', expect.arrayContaining(['read ./sub below', 'read ./other/secret'])],
    ['find /usr -exec cat {} +', expect.arrayContaining([expect.stringMatching(/^unclear .*holds more than 2000 entries/)])],
    ['cp *.ts sub', expect.arrayContaining(['write ./sub below', 'write ./other/secret below'])],
    ['cp -r other sub', expect.arrayContaining(['write ./sub below', 'write ./other/secret below'])],
    ['cp -rL sub new', expect.arrayContaining(['unclear cp with -rL'])],
    ['diff a.ts b.ts', ['run diff a.ts b.ts', 'read ./a.ts', 'read ./b.ts']],
    ['diff -r sub other', expect.arrayContaining(['unclear diff with -r'])],
    ['diff sub other', expect.arrayContaining(['unclear a folder whose links are followed: sub'])],
    ['cat /proc/self/cwd/a.ts', expect.arrayContaining([expect.stringMatching(/^unclear a file that cannot be looked up: /)])],
    ['cat /dev/fd/../cwd/a.ts', expect.arrayContaining([expect.stringMatching(/^unclear a file that cannot be looked up: /)])],
    ['cd /proc/self/cwd && cat a.ts', expect.arrayContaining([expect.stringMatching(/^unclear a file that cannot be look/)])],
    ['cat /proc/cpuinfo', ['run cat /proc/cpuinfo', 'read /proc/cpuinfo']],
    ['cp -r sub new && ls new && cat b.ts', expect.not.arrayContaining([expect.stringMatching(/^unclear/)])],
    ['mv a.ts e.ts && cat e.ts', expect.not.arrayContaining([expect.stringMatching(/^unclear/)])],
    ['cp -r sub new && cat new/link.ts', expect.arrayContaining([expect.stringMatching(/^unclear a file in a folder that/)])],
    [
      'cp -r sub new && echo x > new/link.ts',
      expect.arrayContaining([expect.stringMatching(/^unclear a file in a folder that/)]),
    ],
    ['mv sub new && cat new/*', expect.arrayContaining([expect.stringMatching(/^unclear a file in a folder that/)])],
    ['cd sub/deep && ln -s c.md ../../l && cat ../../l', expect.arrayContaining([expect.stringMatching(/^unclear a file in/)])],
    ['mv sub/link.ts l && cat l', expect.arrayContaining(['unclear a link that is copied or moved: sub/link.ts'])],
    ['cp -a sub/link.ts l && cat l', expect.arrayContaining(['unclear a link that is copied or moved: sub/link.ts'])],
    ['cp -P sub/link.ts l && cat l', expect.arrayContaining(['unclear cp with -P'])],
    ['echo $((', expect.arrayContaining(['unclear text that is not valid bash'])],
  ])('%j', (command, expected) => expect(told(command)).toEqual(expected));
});
