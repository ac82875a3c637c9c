import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as core from '@loadout/core/run';
import * as shell from '@loadout/shell-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecider } from './lib/decider.mjs';
import { readCommands } from './lib/read-commands.mjs';
import { makeWorkspace } from './lib/workspace.mjs';

const cwd = makeWorkspace();
let decider: ReturnType<typeof createDecider>;
beforeAll(async () => {
  symlinkSync('/etc/hostname', join(cwd, 'out'));
  decider = createDecider({ core, shell, cwd });
});
afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const commandsOf = (file: string) => readCommands(fileURLToPath(new URL(file, import.meta.url))).commands;
const decide = (command: string, allow: string[], deny: string[] = []) =>
  decider.decide(command, [...decider.parseRules(deny, 'deny'), ...decider.parseRules(allow, 'allow')]);
const own = (command: string) => [`Bash(${command.split(' ')[0]}:*)`];

describe('a rule for a program covers the everyday work of the program (N1)', () => {
  it.each(commandsOf('./within-rules.txt'))('%j is covered (N1)', (command) => {
    const { behavior, reason } = decide(command, own(command));
    expect(behavior, reason).toBe('allow');
  });

  it.each(commandsOf('./beyond-rules.txt'))('%j is not covered (N1)', (command) =>
    expect(decide(command, own(command)).behavior).toBe('ask'),
  );

  it.each([
    ['npm exec:*', 'npm exec -- fire'],
    ['npm pkg set:*', 'npm pkg set scripts.x=fire'],
    ['docker system prune:*', 'docker system prune'],
    ['kubectl apply:*', 'kubectl apply -f x'],
    ['npx eslint -c:*', 'npx eslint -c evil.js .'],
    ['python3 -m pytest -p evil', 'python3 -m pytest -p evil'],
  ])('the rule Bash(%s) names the words of %j, and covers it', (rule, command) =>
    expect(decide(command, [`Bash(${rule})`]).behavior).toBe('allow'),
  );

  it.each([
    ['npm exec -- rm x', 'Bash(rm:*)'],
    ['uv run rm x', 'Bash(rm:*)'],
    ['npx rm x', 'Bash(rm:*)'],
    ['docker exec c rm x', 'Bash(rm:*)'],
    ['docker compose exec web rm x', 'Bash(rm:*)'],
    ['pnpm exec git push', 'Bash(git push:*)'],
    ["sg root 'rm x'", 'Bash(rm:*)'],
    ["foo 'rm x'", 'Bash(rm:*)'],
    ['docker compose down', 'Bash(docker compose down:*)'],
  ])('%j is denied by %s, whatever is allowed (N8)', (command, deny) =>
    expect(decide(command, ['Bash'], [deny]).behavior).toBe('deny'),
  );
});

describe('a word that is a link out of the working directories (N8)', () => {
  it.each(['deno run out', 'node out', 'foo --file=out', 'npx prettier --check out', 'pytest out', 'tar cf - out'])(
    '%j asks, whatever rule allows the program (N8)',
    (command) => expect(decide(command, own(command)).behavior).toBe('ask'),
  );

  it.each(['node a.ts', 'git log -- out', 'node ./src/a.ts'])('%j passes (N8)', (command) =>
    expect(decide(command, own(command)).behavior).toBe('allow'),
  );
});

describe('a moved file has nothing below it', () => {
  const deny = ['Read(**/.env*)', 'Read(secrets/**)'];
  const rules = ['mv', 'git', 'cp', 'touch', 'ln', 'make'].map((name) => `Bash(${name}:*)`);
  it.each([
    'mv src/a.ts src/z.ts',
    'git mv a.ts README.md src',
    'cp -r a.ts b.ts',
    'git mv a.ts src && git commit -m x',
    'mv a.ts lib.ts; mv src/b.ts lib2.ts && git add -A src && git status',
  ])('%j passes', (command) => expect(decide(command, rules, deny).behavior).toBe('allow'));
  it.each([
    ...['mv secrets s', 'git mv packages lib', 'mv src lib', 'mv x y', 'touch x && mv x y', 'mv a.ts .env', 'mv a.ts secrets'],
    ...['mv a.ts b; mv b c', 'mv a.ts packages && mv packages x', 'git checkout x && mv a.ts b', 'make && mv a.ts b'],
    ...['for i in 1 2; do mv a.ts b; git checkout x; done', 'ln -sfn secrets a.ts && mv a.ts b', 'mv a.ts b & git mv src x'],
  ])('%j does not pass (N1)', (command) => expect(decide(command, rules, deny).behavior).not.toBe('allow'));
});

describe('a program that packs or copies a folder reads what is in it (N8)', () => {
  it.each(['tar cf - secrets', 'tar czf o.tgz .', 'zip -r o.zip .', 'rsync -a secrets/ host:x', 'scp -r . host:x'])(
    '%j is denied where a file below is denied (N8)',
    (command) => expect(decide(command, own(command), ['Read(**/key)']).behavior).toBe('deny'),
  );

  it.each(['tar cf - src', 'zip -r o.zip src packages', 'rsync -a src/ host:x'])('%j passes (N8)', (command) =>
    expect(decide(command, own(command), ['Read(**/key)']).behavior).toBe('allow'),
  );
});

describe('the rule for a program does not let it write what runs later (N8)', () => {
  it.each([
    'npm pkg set scripts.x=fire',
    'npm pkg delete scripts.x',
    'python3 -m json.tool a package.json',
    'python3 -mjson.tool --indent 2 a package.json',
    'python3 -I -m json.tool a package.json',
    'pnpm set-script x fire',
  ])('%j asks (N8)', (command) => expect(decide(command, own(command)).behavior).toBe('ask'));

  it('a module that writes is covered by a rule for the file', () =>
    expect(decide('python3 -m json.tool a package.json', ['Bash(python3:*)', 'Edit(package.json)']).behavior).toBe('allow'));
});
