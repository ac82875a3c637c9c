import { beforeAll, describe, expect, it } from 'vitest';
import { git, makeWorkspace, openSession, type Session, write } from './testing/workspace.js';

const files = { 'a.txt': 'a\n', 'kept/b.txt': 'b\n', 'src/c.txt': 'c\n', '.gitignore': 'out\n' };
const { workspace } = makeWorkspace(files);
let session: Session;
beforeAll(async () => {
  git(workspace, 'branch', 'other');
  write(workspace, { 'kept/b.txt': 'changed\n', 'kept/new.txt': 'n\n', 'out/x': 'x\n', 'fresh/y': 'y\n', 'src/z.txt': 'z\n' });
  session = await openSession(workspace);
});

const decide = (command: string, rule: string) => session.decide(command, { allow: ['Bash(git:*)'], deny: [rule] }).behavior;

describe('files that git overwrites or removes, and that its words do not name', () => {
  it.each([
    ['git clean -fd', 'Edit(kept/new.txt)'],
    ['git clean -f kept', 'Edit(kept/**)'],
    ['cd kept && git clean -f', 'Edit(kept/**)'],
    ['git clean -fd', 'Edit(fresh/**)'],
    ['git clean -fdx', 'Edit(out/**)'],
    ['git clean -fd -e x', 'Edit(kept/new.txt)'],
    ['git clean -fdX', 'Read(out/**)'],
    ['git clean -fd', 'Read(**/y)'],
    ['git rm -rf kept', 'Edit(kept/**)'],
    ['git rm -r .', 'Edit(src/c.txt)'],
    ['git checkout .', 'Edit(kept/**)'],
    ['git checkout -- kept', 'Edit(kept/b.txt)'],
    ['git checkout other -- src', 'Edit(src/c.txt)'],
    ['git checkout other src', 'Edit(src/c.txt)'],
    ['git checkout HEAD .', 'Edit(src/c.txt)'],
    ['git checkout -f other -- src', 'Edit(src/c.txt)'],
    ['git checkout -f other', 'Edit(kept/**)'],
    ['git switch --discard-changes other', 'Edit(kept/**)'],
    ['git restore .', 'Edit(kept/**)'],
    ['git restore kept', 'Read(kept/b.txt)'],
    ['git restore ":(glob)k*/**"', 'Edit(kept/b.txt)'],
    ['git restore -s other src', 'Edit(src/**)'],
    ['git reset --hard', 'Edit(kept/**)'],
    ['git stash', 'Edit(kept/**)'],
    ['git stash -u', 'Edit(src/z.txt)'],
    ['git stash push -a', 'Edit(out/**)'],
    ['git stash push -- a.txt ":(glob)k*/**"', 'Edit(kept/b.txt)'],
    ['git stash push -m src', 'Edit(kept/b.txt)'],
  ])('%j does not pass under the deny rule %s', (command, rule) => expect(decide(command, rule)).not.toBe('allow'));

  it.each([
    ['git clean -nfd', 'Edit(kept/**)'],
    ['git clean -fd src', 'Edit(kept/**)'],
    ['git clean -fd', 'Edit(out/**)'],
    ['git rm -r src', 'Edit(kept/**)'],
    ['git checkout -- src', 'Edit(kept/**)'],
    ['git checkout other', 'Edit(kept/**)'],
    ['git restore src', 'Edit(src/**)'],
    ['git reset', 'Edit(kept/**)'],
    ['git checkout -b new', 'Edit(kept/**)'],
    ['git checkout a.txt', 'Edit(kept/**)'],
    ['git stash', 'Edit(src/**)'],
    ['git stash push -- src', 'Edit(kept/**)'],
    ['git stash pop', 'Edit(kept/**)'],
  ])('%j passes under the deny rule %s: it touches no such file', (command, rule) => expect(decide(command, rule)).toBe('allow'));

  it('a whole folder that git removes is covered by a rule for git', () =>
    expect(session.decide('git clean -fd', { allow: ['Bash(git clean:*)'] }).behavior).toBe('allow'));
});
