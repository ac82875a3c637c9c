import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { paintFor } from '@loadout/command';
import { folderOf } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { type CommandHost, defineCommand } from '@loadout/core/commands';
import { agentOfTest } from '../agent-of-test.js';
import { errors } from '../errors.js';
import { casesFromSessions } from '../from-session/cases-from-sessions.js';
import { inRoom, type OpenRoom } from '../open-room.js';
import { redacted } from '../report/redacted-report.js';
import type { EvalPart, LoadedTest } from '../tests/loaded-test.js';
import { definition } from './definition.js';
import { evalText } from './eval-text.js';
import { type EvalWish, readEvalWish } from './eval-wish.js';
import { type Evaluated, evaluate, type Measured, measured } from './evaluate.js';
import { checkLabels, type JudgeAgreement, judgeAgreements } from './judge-agreement.js';
import { RateGate } from './rate-gate.js';
import { cleanResults } from './runs/clean-results.js';
import { EvalJournal, readEvalFile } from './runs/eval-file.js';
import type { EvalLine } from './runs/eval-run.js';
import { type EvalVerdict, verdictOf } from './verdict.js';

/** Measures evals. */
export default defineCommand(definition, async ({ positionals, flags }, host) => {
  const wish = readEvalWish(flags, { io: host, positionals });
  const session = flags['from-session'];
  if (session !== undefined) {
    const { agent, since, limit, write } = flags;
    return casesFromSessions(wish, {
      io: host,
      session,
      write,
      agent,
      since,
      limit: limit === undefined ? undefined : Number(limit),
    });
  }
  const verdicts = await inRoom(wish, { io: host, signal: host.signal }, (open) => measureAll(wish, open, host));
  if (flags.json) host.json(verdicts.length === 1 ? verdicts[0] : verdicts);
  return host.signal.aborted ? (host.signal.reason as number) : Math.max(...verdicts.map(({ code }) => code));
});

interface Chosen {
  readonly test: LoadedTest;
  readonly part: EvalPart;
}

async function measureAll(wish: EvalWish, open: OpenRoom, host: CommandHost): Promise<readonly EvalVerdict[]> {
  const chosen = chooseEvals(wish, open.tests);
  const files = [...new Set([wish.file, ...open.loaded.files])];
  const { signal } = host;
  const all: Measured[] = [];
  for (const { test, part } of chosen) all.push(await measured(test, part, { wish, files, signal }));
  if (signal.aborted) return [];
  // A file that cannot be compared with is refused before anything is asked.
  if (wish.compare !== undefined) readEvalFile(wish.compare, () => {});
  for (const { test } of chosen) checkLabels(test, open.room.configDir);
  const { wrap } = new RateGate();
  const verdicts: EvalVerdict[] = [];
  for (const one of all) {
    if (signal.aborted && verdicts.length > 0) break;
    const done = await measure(one, { wish, open, host, wrapModel: wrap });
    const agreements = done.stop === 'whole' ? await agreementsOf(one, { open, host, wrapModel: wrap }) : [];
    const judgedByThemselves = await selfJudged(one, open);
    const { maxErrors, compare } = wish;
    const verdict = verdictOf(done, { pass: one.test.spec.pass, maxErrors, compare, agreements, judgedByThemselves });
    if (!(wish.flags as { readonly json?: boolean }).json) {
      host.screen.out(evalText(verdict, paintFor(host)));
      tellReasons(verdict, host);
    }
    if (wish.save !== undefined) save(wish.save, done, host);
    verdicts.push(verdict);
  }
  return verdicts;
}

/** Says where the whole reason of each run is: a line of the results has place for its beginning. */
function tellReasons({ variants, file }: EvalVerdict, host: CommandHost): void {
  const isLess = ({ runs, passed, errors }: EvalVerdict['variants'][string]) => errors > 0 || passed < runs;
  if (Object.values(variants).some(isLess)) host.tell(`Why each run failed: ${host.called} view ${file}\n`);
}

async function agreementsOf(
  { test }: Measured,
  { open, host, wrapModel }: Omit<MeasureParts, 'wish'>,
): Promise<readonly JudgeAgreement[]> {
  const { plan } = await open.room.plans.load(test.spec.agent, test.spec);
  return judgeAgreements(test, { plan, env: host.env, signal: host.signal, wrapModel, folder: open.room.configDir });
}

/** The variants whose answers the same model judges, by the names that the file uses. */
async function selfJudged({ test, part }: Measured, open: OpenRoom): Promise<readonly string[]> {
  const judges = Object.values(test.spec.score ?? {}).flatMap(({ judge }) => (judge === undefined ? [] : [judge.model]));
  const all = [...judges, ...(test.spec.judge === undefined ? [] : [test.spec.judge.model])];
  if (all.length === 0 || test.spec.model !== undefined) return [];
  const { plan } = await open.room.plans.load(test.spec.agent, test.spec);
  const own = plan.agents[agentOfTest(test, plan)]?.models[0];
  const variants = (part.written.variants ?? { default: {} }) as Readonly<Record<string, { readonly model?: unknown }>>;
  return Object.entries(variants).flatMap(([name, { model = own }]) =>
    typeof model === 'string' && all.includes(model) ? [name] : [],
  );
}

/** The evals among the tests, with the variants that the command chooses. Throws EVAL_NONE, EVAL_VARIANT, EVAL_SAVED_ONE. */
function chooseEvals({ file, variants, save, compare }: EvalWish, tests: readonly LoadedTest[]): readonly Chosen[] {
  const found = tests.flatMap((test) =>
    test.ofEval === undefined || test.spec.skip !== undefined ? [] : [{ test, part: test.ofEval }],
  );
  if (found.length === 0) throw errors.EVAL_NONE({ file });
  const unknown = variants.names.find((name) => !found.some(({ part }) => part.variants.includes(name)));
  if (unknown !== undefined) throw errors.EVAL_VARIANT({ name: unknown, names: found.flatMap(({ part }) => part.variants) });
  const [flag] = [...(save === undefined ? [] : ['--save']), ...(compare === undefined ? [] : ['--compare'])];
  if (flag !== undefined && found.length > 1) throw errors.EVAL_SAVED_ONE({ flag, names: found.map(({ test }) => test.name) });
  if (variants.names.length === 0 && Object.keys(variants.added).length === 0) return found;
  return found.map(({ test, part }) => ({ test, part: part.withVariants(variantsOf(part, variants)) }));
}

function variantsOf(part: EvalPart, { names, added }: EvalWish['variants']): Readonly<Record<string, object>> {
  const written = (part.written.variants ?? {}) as Readonly<Record<string, object>>;
  const chosen = names.flatMap((name) => (Object.hasOwn(written, name) ? [[name, written[name] ?? {}] as const] : []));
  return { ...Object.fromEntries(chosen), ...added };
}

interface MeasureParts {
  readonly wish: EvalWish;
  readonly open: OpenRoom;
  readonly host: CommandHost;
  readonly wrapModel: RateGate['wrap'];
}

async function measure(one: Measured, { wish, open, host, wrapModel }: MeasureParts): Promise<Evaluated> {
  const place = journalPlace(one, { wish, open, host });
  const journal = new EvalJournal(place.file, one.head.name);
  try {
    if (place.isNew) journal.add(one.head);
    const onRun = (done: number, all: number) => {
      if (host.isTerminal) host.screen.tell(`\r${done}/${all}\x1b[K`);
    };
    return await evaluate(one, { room: open.room, wish, journal, wrapModel, onRun });
  } finally {
    if (host.isTerminal) host.screen.tell('\r\x1b[K');
    journal.close();
  }
}

/** The file of results: a new one, or with `--resume` the newest of this eval. Throws EVAL_NOT_STARTED, EVAL_CHANGED. */
function journalPlace(
  { head }: Measured,
  { wish, open, host }: Omit<MeasureParts, 'wrapModel'>,
): { readonly file: string; readonly isNew: boolean } {
  const owner = createHash('sha256')
    .update(JSON.stringify([folderOf(wish.file), head.name]))
    .digest('hex')
    .slice(0, 8);
  const name = head.name.replace(/[^\w-]+/g, '-').slice(0, 40);
  const dir = join(host.stateDir, 'evals', `${basename(folderOf(wish.file))}-${name}-${owner}`);
  if (!wish.resume) {
    const { retention } = open.loaded.plan.sessions;
    cleanResults(dir, { retention, now: head.start });
    const stamp = new Date(head.start).toISOString().replace(/[:.]/g, '-');
    return { file: join(dir, `${stamp}-${process.pid}`, 'runs.jsonl'), isNew: true };
  }
  const begun = (existsSync(dir) ? readdirSync(dir).sort().reverse() : []).map((name) => join(dir, name, 'runs.jsonl'));
  const [newest] = begun.flatMap((file) => headsOf(file));
  if (newest === undefined) throw errors.EVAL_NOT_STARTED({ name: head.name, dir });
  const { file, hash } = newest;
  if (hash !== head.hash) throw errors.EVAL_CHANGED({ name: head.name });
  return { file, isNew: false };
}

/** A file of results whose eval began. One that was killed before its first line has nothing to continue. */
function headsOf(file: string): readonly { readonly file: string; readonly hash: string }[] {
  try {
    return [{ file, hash: readEvalFile(file, () => {}).head.hash }];
  } catch (error) {
    if (isLoadoutError(error) && error.code === 'EVAL_FILE') return [];
    throw error;
  }
}

/** The characters of an answer in saved results, which people keep in a repository. */
const SAVED_TEXT = 300;

/** Writes the runs that count as one file, without secrets and without the places of sessions. */
function save(file: string, { head, file: journal }: Evaluated, host: CommandHost): void {
  const text: string[] = [];
  const add = (line: EvalLine) => text.push(`${JSON.stringify(redacted(line, host.redact))}\n`);
  add(head);
  readEvalFile(journal, ({ session, ...run }) => add({ ...run, text: run.text.slice(0, SAVED_TEXT) }));
  host.write(file, text.join(''));
  host.tell(`Saved ${file}\n`);
}
