import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { randomFrom } from '../packages/test/src/eval/numbers/paired.js';
import { readEvalFile } from '../packages/test/src/eval/runs/eval-file.js';
import type { EvalVerdict } from '../packages/test/src/eval/verdict.js';
import { project, startLoadout } from './lib/loadout.js';

const CASES = 300;
const KILLS = 50;
const CONFIG = `agents: { a: { instructions: Answer. } }
tests:
  - name: counted
    cases: cases.jsonl
    prompt: Well?
    model: { script: [{ text: "\${case:says}" }] }
    expect: { text: right }
`;
const ROWS = Array.from({ length: CASES }, (_, index) =>
  JSON.stringify({ id: index, says: index % 3 === 0 ? 'wrong' : 'right' }),
);

/** Returns a function for the size of the file of results, which is 0 before there is one. */
function sizeIn(cwd: string): () => number {
  const evals = join(cwd, '.home/state/evals');
  let file: string | undefined;
  return () => {
    const [own] = file === undefined && existsSync(evals) ? readdirSync(evals) : [];
    const [run] = own === undefined ? [] : readdirSync(join(evals, own));
    if (own !== undefined && run !== undefined) file = join(evals, own, run, 'runs.jsonl');
    return file !== undefined && existsSync(file) ? statSync(file).size : 0;
  };
}

it(`an eval that is killed ${KILLS} times at random moments and resumed counts each case once`, async () => {
  const cwd = project({ 'agent.config.yaml': CONFIG, 'cases.jsonl': ROWS.join('\n') });
  const random = randomFrom(50);
  const size = sizeIn(cwd);
  const options = { cwd, env: { LOADOUT_STATE_DIR: join(cwd, '.home/state') } };
  for (let kill = 0; kill < KILLS; kill++) {
    const before = size();
    const started = await startLoadout(['eval', '--jobs', '2', ...(kill === 0 ? [] : ['--resume'])], options);
    // A line has some 200 bytes, so a kill comes within or between the next two runs.
    const wanted = before + 1 + Math.floor(random() * 400);
    await expect.poll(() => size() >= wanted || !started.running(), { interval: 1, timeout: 60_000 }).toBe(true);
    started.kill('SIGKILL');
    const { signal, stderr } = await started.finished;
    expect([signal, stderr]).toEqual(['SIGKILL', '']);
  }
  const { code, stdout } = await (await startLoadout(['eval', '--resume', '--json'], options)).finished;
  const verdict = JSON.parse(stdout) as EvalVerdict;
  expect([code, verdict.left, verdict.variants.default]).toMatchObject([0, 0, { runs: CASES, passed: 200, cases: CASES }]);
  const seen: string[] = [];
  readEvalFile(verdict.file, (run) => seen.push(run.case));
  expect(seen.toSorted()).toEqual(Array.from({ length: CASES }, (_, index) => String(index)).toSorted());
});
