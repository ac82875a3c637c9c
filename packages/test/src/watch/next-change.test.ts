import { chmodSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { changedPaths, markFiles } from './next-change.js';

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'marks-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  mkdirSync(join(made, 'skills/closed'), { recursive: true });
  writeFileSync(join(made, 'skills/a.md'), 'a');
  return made;
}

const marks = (root: string) => markFiles({ root, files: [], folders: [join(root, 'skills')], own: [] });

/** Marks as a user other than root, because root may read every folder. */
function marksAsNobody(root: string) {
  if (process.geteuid?.() !== 0) return marks(root);
  chmodSync(root, 0o755);
  process.seteuid?.(65_534);
  try {
    return marks(root);
  } finally {
    process.seteuid?.(0);
  }
}

it('a folder below that cannot be read takes no mark from its neighbours', () => {
  const root = folder();
  const before = marks(root);
  chmodSync(join(root, 'skills/closed'), 0o000);
  onTestFinished(() => chmodSync(join(root, 'skills/closed'), 0o755));
  expect(changedPaths(before, marksAsNobody(root))).toEqual([]);
  writeFileSync(join(root, 'skills/a.md'), 'another');
  expect(changedPaths(before, marksAsNobody(root))).toEqual([join(root, 'skills/a.md')]);
});

it('a file that is replaced by renaming another is changed', () => {
  const root = folder();
  const before = marks(root);
  writeFileSync(join(root, 'b'), 'b');
  renameSync(join(root, 'b'), join(root, 'skills/a.md'));
  expect(changedPaths(before, marks(root))).toContain(join(root, 'skills/a.md'));
});
