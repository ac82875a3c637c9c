import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeWorkspace, openSession, type Session, write } from './testing/workspace.js';

const { base, workspace } = makeWorkspace({
  'src/a.ts': 'a\n',
  'src/sub/b.ts': 'b\n',
  'app/.env.local': 'KEY=1\n',
  'a.txt': 'a\n',
});
// A workspace of its own, since a search of all of the other one would walk it too.
const crowded = makeWorkspace();
let session: Session;
let inCrowded: Session;
beforeAll(async () => {
  write(base, { 'far/.env': 'KEY=2\n' });
  symlinkSync('../app', join(workspace, 'src/link'));
  mkdirSync(join(crowded.workspace, 'many'));
  for (let index = 0; index < 5_001; index++) writeFileSync(join(crowded.workspace, 'many', String(index)), '');
  session = await openSession(workspace);
  inCrowded = await openSession(crowded.workspace);
});

const decide = (command: string, deny = 'Read(**/.env*)', allow: readonly string[] = []) =>
  session.decide(command, { deny: [deny], allow }).behavior;

describe('a search of a folder under a deny rule for files', () => {
  it.each([
    ...[
      'grep -rn x src',
      'rg x src',
      'grep -r x a.txt',
      'cd src && grep -rn x .',
      'grep -rn x src | head -5',
      'rg x src/sub a.txt',
    ],
    ...['find src -name "*.ts" -exec cat {} +', 'grep -rln x src && rg y src'],
  ])('%j passes: it meets no such file', (command) => {
    expect(decide(command)).toBe('allow');
    expect(decide(command, 'Read(secrets/**)')).toBe('allow');
  });

  it.each([
    ...['grep -rn x .', 'rg x', 'grep -rn x app', 'rg x src app', 'cd app && grep -r x .', 'grep -rn x ../far'],
    ...['find . -exec cat {} +', 'grep -Rn x src', 'rg -L x src', 'find src -exec grep -rn x {} +'],
  ])('%j asks: it may meet such a file', (command) => expect(decide(command)).not.toBe('allow'));

  it('a search of a folder with too many files asks: nobody looked at them all', () => {
    const deny = ['Read(**/.env*)'];
    expect(inCrowded.decide('grep -rn x many', { deny }).behavior).not.toBe('allow');
    rmSync(join(crowded.workspace, 'many/0'));
    expect(inCrowded.decide('grep -rn x many', { deny }).behavior).toBe('allow');
  });

  it.each([
    'make && grep -rn x src',
    'cp app/.env.local src/x; grep -rn x src',
    'while true; do grep -rn x src; done',
    'node a.js | grep -rn x src',
  ])('%j asks: another command may put such a file there', (command) =>
    expect(decide(command, 'Read(**/.env*)', ['Bash(make:*)', 'Bash(cp:*)', 'Bash(node:*)', 'Edit(/src/**)'])).not.toBe('allow'),
  );

  it('a search that continues in the background asks', () =>
    expect(session.decide('grep -rn x src', { deny: ['Read(**/.env*)'], background: true }).behavior).toBe('ask'));
});
