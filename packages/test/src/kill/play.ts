import { readFileSync, writeFileSync } from 'node:fs';
import type { SessionJournal, SessionStore } from '@loadout/sessions';
import { agentOfTest } from '../agent-of-test.js';
import { cassetteModel } from '../cassette-model.js';
import { playRecorded } from '../recorded.js';
import { scriptModel } from '../script-model.js';
import type { LoadedTest } from '../tests/loaded-test.js';
import { type KillJob, type KillResult, sessionsIn } from './kill-job.js';

/** Plays the job in a file, in this process. With `killAt`, this process ends by SIGKILL. */
async function playJob(file: string): Promise<void> {
  const job = JSON.parse(readFileSync(file, 'utf8')) as KillJob;
  const { ground, plan, paths, folder, resume, asksAgain } = job;
  const test = placeless(job.test);
  const model =
    test.spec.model?.cassette === undefined
      ? await scriptModel(test, { agent: agentOfTest(test, plan), folder })
      : await cassetteModel(test, { ground, folder });
  const pathOf = ({ file: of, line, column }: { file: string; line: number; column: number }) => paths[`${of}:${line}:${column}`];
  const options = { sessionStore: () => storeOf(job) };
  const signal = new AbortController().signal;
  const parts = { test, ground, planned: { plan, pathOf }, model, env: process.env, signal, options, resume, asksAgain };
  const { run } = await playRecorded(parts);
  writeFileSync(job.result, JSON.stringify({ run } satisfies KillResult));
}

/** The store of the sessions of this process, which ends it at the record of the job. */
function storeOf({ ground, killAt, isLate }: KillJob): SessionStore {
  if (killAt === undefined) return sessionsIn(ground);
  let written = 0;
  const die = () => {
    if (written >= killAt) process.kill(process.pid, 'SIGKILL');
  };
  const store = sessionsIn(ground, (lines) => {
    written += lines.length;
    if (isLate !== true) die();
  });
  return killingStore(store, die);
}

const placeless = (test: KillJob['test']): LoadedTest => {
  const position = { file: test.file, line: 1, column: 1 };
  return { ...test, position, at: () => position, frame: () => undefined };
};

/** Returns a store that calls `before` ahead of each record that is written, also in the sessions of subagents. */
function killingStore(store: SessionStore, before: () => void): SessionStore {
  return {
    place: (id) => store.place(id),
    has: (place) => store.has(place),
    list: () => store.list(),
    read: (place) => store.read(place),
    begin: (place, header) => killingJournal(store.begin(place, header), before),
    reopen: (place) => {
      const { journal, ...rest } = store.reopen(place);
      return { ...rest, journal: killingJournal(journal, before) };
    },
    under: (place) => killingStore(store.under(place), before),
  };
}

const killingJournal = (journal: SessionJournal, before: () => void): SessionJournal => ({
  append(record) {
    before();
    journal.append(record);
  },
  show: (call) => journal.show?.(call),
  sync: async () => journal.sync?.(),
  close: () => journal.close(),
});

/** The program that plays one job of a kill test, which the file of its argument describes. */
await playJob(process.argv[2] ?? '');
