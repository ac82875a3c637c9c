import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, median } from '../lib/measure.mjs';
import { tell } from '../lib/rows.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';
import { calls } from './shape.mjs';

const SESSIONS = 500;
/** A key as long as keys are: a short one would be found in the records of each session and replaced there. */
const KEY = 'sk-bench-0123456789abcdefghijklmnopqrstuvwxyz';
const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** 500 sessions at once in one process, with the journal, against a bare loop over the SDK; the API has a process of its own. */
export async function crowdsBench({ rounds }) {
  const home = mkdtempSync(join(tmpdir(), 'loadout-bench-home-'));
  try {
    const contenders = ['ours', 'bare'].map((name) => ({ name, run: () => crowd(fileOf(`${name}.mjs`), home) }));
    const results = await interleave(contenders, { rounds, warmup: 0 });
    const of = (name, figure) => median(results.get(name).map(figure));
    const figures = {
      'time, ms': { figure: (one) => one.ms, show: ms },
      'processor time, ms': { figure: (one) => one.cpuMs, show: ms },
      'memory per session, KiB': { figure: (one) => one.bytes / SESSIONS / 1024, show: (value) => value.toFixed(0) },
    };
    printTable(
      `${SESSIONS} sessions of ${calls + 1} requests at once in one process, ${rounds} rounds`,
      ['', 'Loadout', 'bare SDK loop', 'ratio'],
      Object.entries(figures).map(([name, { figure, show }]) => {
        const [ours, bare] = ['ours', 'bare'].map((side) => of(side, figure));
        return [name, show(ours), show(bare), ratio(ours, bare)];
      }),
    );
    const row = (figure) => ({ value: of('ours', figure), floor: of('bare', figure) });
    tell({ id: 'crowds.time', name: `${SESSIONS} sessions at once`, ...row((one) => one.ms), aim: 1 / 0.95 });
    tell({ id: 'crowds.cpu', name: `${SESSIONS} sessions at once, processor time`, ...row((one) => one.cpuMs), aim: 1 / 0.95 });
    const memory = row((one) => one.bytes / SESSIONS / 1024);
    tell({ id: 'crowds.memory', name: 'a session of a crowd', ...memory, aim: 1.1, unit: 'KiB' });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function crowd(file, home) {
  const api = fork(fileOf('mock.mjs'));
  const [{ url }] = await once(api, 'message');
  const env = { PATH: process.env.PATH, HOME: home, ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url, IS_SANDBOX: '1' };
  const execArgv = ['--expose-gc', ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [])];
  const child = fork(file, { env, execArgv });
  try {
    child.send({ sessions: SESSIONS });
    const first = await Promise.race([once(child, 'message'), once(child, 'exit').then(([code]) => ({ code }))]);
    if (!Array.isArray(first)) throw new Error(`${file} ended with ${first.code}.`);
    return first[0];
  } finally {
    child.kill();
    api.disconnect();
  }
}
