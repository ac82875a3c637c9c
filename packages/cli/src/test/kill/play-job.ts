import { readFileSync, writeFileSync } from 'node:fs';
import type { LoadedTest } from '@loadout/config';
import { agentOfTest } from '../agent-of-test.js';
import { cassetteModel } from '../cassette-model.js';
import { playRecorded } from '../recorded.js';
import { scriptModel } from '../script-model.js';
import { type KillJob, type KillResult, sessionsIn } from './kill-job.js';

/** Plays the job in a file, in this process. With `killAt`, this process ends by SIGKILL. */
export async function playJob(file: string): Promise<number> {
  const job = JSON.parse(readFileSync(file, 'utf8')) as KillJob;
  const { ground, plan, paths, folder, resume, asksAgain } = job;
  const test = placeless(job.test);
  const model =
    test.spec.model?.cassette === undefined
      ? await scriptModel(test, { agent: agentOfTest(test, plan), folder })
      : await cassetteModel(test, { ground, folder });
  const pathOf = ({ file: of, line, column }: { file: string; line: number; column: number }) => paths[`${of}:${line}:${column}`];
  const options = { sessionStore: () => sessionsIn(ground, killAfter(job)) };
  const signal = new AbortController().signal;
  const parts = { test, ground, planned: { plan, pathOf }, model, env: process.env, signal, options, resume, asksAgain };
  const { run } = await playRecorded(parts);
  writeFileSync(job.result, JSON.stringify({ run } satisfies KillResult));
  return 0;
}

function killAfter({ killAt }: KillJob): ((lines: readonly string[]) => void) | undefined {
  if (killAt === undefined) return undefined;
  let left = killAt;
  return (lines) => {
    left -= lines.length;
    if (left <= 0) process.kill(process.pid, 'SIGKILL');
  };
}

const placeless = (test: KillJob['test']): LoadedTest => {
  const position = { file: test.file, line: 1, column: 1 };
  return { ...test, position, at: () => position, frame: () => undefined };
};
