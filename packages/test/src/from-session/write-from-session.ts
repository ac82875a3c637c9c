import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeFile } from '@loadout/command';
import { folderOf, loadConfig } from '@loadout/config';
import { FileStore, latestSession, errors as sessionErrors, sessionFolder, sessionPlace } from '@loadout/sessions';
import { errors } from '../errors.js';
import { Gate } from '../gate.js';
import { Listings } from '../listings.js';
import type { Around } from '../open-room.js';
import { Plans } from '../plans.js';
import { playOnce } from '../play-once.js';
import type { TestWish } from '../read-test-wish.js';
import { trustOf } from '../require-trust.js';
import type { RecordedRun } from '../runs/recorded-run.js';
import { TestFolder } from '../test-ground.js';
import { yamlText } from '../tests/edit-tests.js';
import type { LoadedTest } from '../tests/loaded-test.js';
import type { TestSpec } from '../tests/test-schema.js';
import { expectedCall } from '../update-calls.js';
import { readSession, type SessionFacts } from './read-session.js';

interface Asked extends Around {
  /** The id of the session, or `latest`. */
  readonly session: string;
  readonly write: string | undefined;
}

/** Tools that do in a test what they did in the session, because the test has the files. Results of other tools are kept. */
const LIVE =
  /^(?:Read|Write|Edit|NotebookEdit|Glob|Grep|Agent|Skill|TodoWrite|Task\w+|StructuredOutput|ToolSearch|EnterPlanMode|ReadResult)$/;

/** Makes a test of what happened in a session, plays it once, and prints it or appends it to a file. */
export async function writeFromSession(wish: TestWish, { io, signal, session, write }: Asked): Promise<number> {
  const facts = await sessionFacts(wish, { io, session });
  const drafted = draft(facts, session);
  const { run, spec } = await played(drafted, wish, { io, signal });
  const { outcome, calls, text } = run;
  const expect = {
    outcome,
    ...(calls.length === 0 ? {} : { calls: calls.map(expectedCall) }),
    ...(text.trim() === '' ? {} : { text: { equals: text } }),
  };
  const lines = await testText({ ...spec, expect });
  if (write === undefined) io.out(`tests:\n${lines}`);
  else append(resolve(wish.root, write), lines);
  return 0;
}

/** Reads a session of the folder. Throws SESSION_UNKNOWN. */
export async function sessionFacts(
  wish: Pick<TestWish, 'flags' | 'file' | 'root'>,
  { io, session }: Pick<Asked, 'io' | 'session'>,
): Promise<SessionFacts> {
  const store = await sessionStore(wish, io);
  const place = session === 'latest' ? latestSession(store) : store.place(sessionPlace({ dir: store.dir }, session).id);
  if (place === undefined || !store.has(place)) throw sessionErrors.SESSION_UNKNOWN({ id: session, dir: store.dir });
  return readSession(store, place);
}

/** The sessions of the folder. */
export async function sessionStore(
  { flags, file, root }: Pick<TestWish, 'flags' | 'file' | 'root'>,
  io: Asked['io'],
): Promise<FileStore> {
  const { plan } = await loadConfig({
    cwd: root,
    file: flags.config === undefined ? undefined : file,
    env: io.env,
    keepParams: true,
    trust: trustOf({ flags, io }),
  });
  const folder = sessionFolder({ workspace: realpathSync.native(plan.workspace), dir: plan.sessions.dir, env: io.env });
  return new FileStore(folder);
}

type Draft = Omit<TestSpec, 'expect'>;

function draft({ agent, prompts, scripts, calls, files }: SessionFacts, session: string): Draft {
  const { [agent]: script, ...agents } = scripts;
  const replaced = [...new Set(calls.map(({ tool }) => tool))].filter((tool) => !LIVE.test(tool));
  const tools = replaced.flatMap((tool) => {
    const cases = calls.flatMap(({ tool: of, input, outcome, text }) => {
      if (of !== tool || (outcome !== 'done' && outcome !== 'failed')) return [];
      return [
        { input: input as Record<string, unknown>, ...(outcome === 'done' ? { output: text } : { error: text || 'failed' }) },
      ];
    });
    return cases.length === 0 ? [] : [[tool, { cases }] as const];
  });
  return {
    name: `as in session ${session}`,
    agent,
    prompt: prompts.length === 1 ? (prompts[0] ?? '') : [...prompts],
    ...(Object.keys(files).length === 0 ? {} : { workspace: { files } }),
    model: {
      script: (script ?? []) as Record<string, unknown>[],
      ...(Object.keys(agents).length === 0 ? {} : { agents: agents as Record<string, Record<string, unknown>[]> }),
    },
    ...(tools.length === 0 ? {} : { tools: Object.fromEntries(tools) }),
  };
}

/**
 * Plays the draft. A call that ran in the session and is denied now was allowed by a person then, so the test answers for the person.
 * Throws TEST_NOT_MADE if the draft cannot be played.
 */
async function played(
  first: Draft,
  wish: TestWish,
  { io, signal }: Around,
): Promise<{ readonly run: RecordedRun; readonly spec: Draft }> {
  const folder = new TestFolder();
  try {
    const plans = new Plans({ flags: wish.flags, io, file: wish.file, root: folder.root });
    const room = {
      plans,
      folder,
      listings: new Listings(folder, { env: io.env, signal }),
      env: io.env,
      signal,
      root: wish.root,
      configDir: folderOf(wish.file),
      processes: new Gate(1),
      live: false,
      record: 'none' as const,
    };
    const play = async (spec: Draft) => {
      const { run, failures } = await playOnce(loadedTest(spec, wish.file), room);
      if (run === undefined || /^(?:SCRIPT|TEST)_/.test(run.error?.code ?? ''))
        throw errors.TEST_NOT_MADE({ problem: run?.error?.message ?? failures[0]?.message ?? 'the run did not start' });
      return run;
    };
    const run = await play(first);
    const unanswered = [
      ...new Set(run.calls.flatMap(({ tool, by, state }) => (state === 'denied' && by?.kind === 'nobody' ? [tool] : []))),
    ];
    const answers = unanswered.filter((tool) => Object.hasOwn(first.tools ?? {}, tool) || LIVE.test(tool));
    if (answers.length === 0) return { run, spec: first };
    const spec = { ...first, answers: Object.fromEntries(answers.map((tool) => [tool, 'allow' as const])) };
    return { run: await play(spec), spec };
  } finally {
    folder.remove();
  }
}

function loadedTest(spec: Draft, file: string): LoadedTest {
  const position = { file, line: 1, column: 1 };
  return { name: spec.name, file, spec, position, at: () => position, frame: () => undefined };
}

/** The test as one item of a list. */
async function testText(test: TestSpec): Promise<string> {
  const [first = '', ...rest] = yamlText(test).trimEnd().split('\n');
  return `${[`  - ${first}`, ...rest.map((line) => (line === '' ? '' : `    ${line}`))].join('\n')}\n`;
}

function append(file: string, lines: string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (before.trim() === '') writeFile(file, { text: `tests:\n${lines}` });
  else if (/^tests:\s*$/m.test(before) && /\n {2}(?:- |\s|#)[^\n]*\s*$/.test(before))
    writeFile(file, { text: `${before.trimEnd()}\n\n${lines}` });
  else throw errors.TEST_NOT_APPENDED({ file });
}
