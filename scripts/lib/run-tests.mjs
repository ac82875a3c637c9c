import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tasksNow } from './turbo.mjs';
import { ROOT, readJson } from './workspace.mjs';

/** The tasks of `npm test`: those of each package, and the main paths. */
export const TESTS = ['test', 'test:paths'];

/** One file for each task that passed, named after its hash, which holds the number of its tests. */
const PASSED = join(ROOT, '.turbo/tests');
const recordOf = ({ hash }) => join(PASSED, hash);
const hasPassed = (task) => existsSync(recordOf(task));

/**
 * Runs the tests of `npm test`, but for those that passed on the same files (`again`: these too). Turbo says from which files a
 * task is made, and all that are to run share one run of Vitest, whose start costs more than the tests of most packages
 * (0170). Returns the exit code, how many tests passed, now or before, and those that failed.
 */
export function runTests({ again = false } = {}) {
  const tasks = tasksNow(TESTS);
  const open = tasks.filter((task) => again || !hasPassed(task));
  console.log(`The tests of ${open.length} of ${tasks.length} folders; the others have passed on these files.`);
  const { files, isWhole } = open.length === 0 ? { files: [], isWhole: true } : runVitest(open.map(folderOf));
  for (const task of open) keep(task, isWhole ? files.filter(({ file }) => file.startsWith(`${folderOf(task)}/`)) : []);
  const changed = open.length === 0 ? [] : changedSince(open);
  for (const task of changed) rmSync(recordOf(task), { force: true });
  if (changed.length > 0) console.log(`Files changed while tests ran, so run these again: ${changed.map(folderOf).join(', ')}.`);
  return {
    code: tasks.every(hasPassed) ? 0 : 1,
    passed: tasks.filter(hasPassed).reduce((sum, task) => sum + Number(readFileSync(recordOf(task), 'utf8')), 0),
    failed: files.flatMap(({ failed }) => failed),
  };
}

/** The tasks whose files are others now: the tests may have read either. */
function changedSince(tasks) {
  const now = new Set(tasksNow(TESTS).map(({ hash }) => hash));
  return tasks.filter(({ hash }) => !now.has(hash));
}

const folderOf = ({ directory }) => directory || 'tests';

function keep(task, files) {
  mkdirSync(PASSED, { recursive: true });
  if (files.length === 0 || files.some(({ isGood }) => !isGood)) rmSync(recordOf(task), { force: true });
  else writeFileSync(recordOf(task), String(files.reduce((sum, { passed }) => sum + passed, 0)));
}

function runVitest(folders) {
  const place = mkdtempSync(join(tmpdir(), 'loadout-report-'));
  const report = join(place, 'report.json');
  const program = fileURLToPath(new URL('vitest-once.mjs', import.meta.url));
  try {
    spawnSync(process.execPath, [program, report, ...folders], { cwd: ROOT, stdio: 'inherit' });
    return existsSync(report) ? readJson(report) : { files: [], isWhole: false };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
