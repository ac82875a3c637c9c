import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { EvalJournal } from './eval-file.js';

it('a full disk is an error that names the file, and nothing is added behind a line that was written in part', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'runs.jsonl');
  const journal = new EvalJournal(file, 'answers');
  // Every write to this device fails with ENOSPC.
  symlinkSync('/dev/full', file);
  const add = () => journal.add({ type: 'end', stop: 1 });
  expect(add).toThrow(`The results in ${file} could not be written: ENOSPC`);
  rmSync(file);
  expect(add).toThrow('ENOSPC');
  expect(() => readFileSync(file)).toThrow('ENOENT');
  journal.close();
});
