import { availableParallelism } from 'node:os';
import { errors as configErrors, findConfig, loadTests } from '@loadout/config';
import type { test } from '../arguments/test-definition.js';
import { errors } from '../errors.js';
import { workingFolder } from '../load/working-folder.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import { Plans } from '../test/plans.js';
import { readNumber, readShard } from '../test/read-flags.js';
import { reporterOf } from '../test/report/reporter-of.js';
import { runTests } from '../test/run-tests.js';
import { selectTests } from '../test/select-tests.js';
import { TestFolder } from '../test/test-ground.js';
import type { Command } from './command.js';

export const execute: Command<typeof test> = async ({ positionals: [filter], flags }, io) => {
  const root = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const file = findConfig(root, flags.config ?? (io.env.LOADOUT_CONFIG || undefined));
  if (file === undefined) throw configErrors.CONFIG_NOT_FOUND({ cwd: root });
  const jobs = readNumber('--jobs', flags.jobs) ?? availableParallelism();
  const shard = readShard(flags.shard);
  const { tests } = await loadTests(file);
  if (tests.length === 0) throw errors.TEST_NONE({ file });
  const selected = selectTests(tests, { filter, tags: flags.tag, shard, isCi: isCi(io.env) });
  const names = flags.reporter.length === 0 ? ['pretty'] : flags.reporter;
  const sink = { out: io.out.bind(io), err: io.tell.bind(io), env: io.env, isTerminal: io.isTerminal, columns: io.columns, cwd: root };
  const reporters = names.map((name) => reporterOf(name, sink));
  const folder = new TestFolder();
  const controller = new AbortController();
  const interrupts = onInterrupt(io, () => controller.abort());
  try {
    const plans = new Plans({ flags, io, file, root: folder.root });
    for (const reporter of reporters) reporter.start?.(selected.length);
    const room = { plans, folder, env: io.env, signal: controller.signal, root };
    const onResult = (result: Parameters<NonNullable<(typeof reporters)[number]['result']>>[0]) => {
      for (const reporter of reporters) reporter.result?.(result);
    };
    const report = await runTests(selected, { room, jobs, onResult });
    for (const reporter of reporters) await reporter.end(report);
    if (interrupts.exitCode !== undefined) return interrupts.exitCode;
    return report.tests.some(({ status }) => status === 'failed') ? 1 : 0;
  } finally {
    interrupts.release();
    if (flags.keep) {
      folder.keep();
      io.tell(`The folders of the tests are kept in ${folder.root}\n`);
    } else folder.remove();
  }
};

const isCi = (env: Readonly<Record<string, string | undefined>>) => !['', 'false', '0', undefined].includes(env.CI);
