import { existsSync } from 'node:fs';
import { errors as coreErrors, isLoadoutError, messageOf, type ServiceOffer, type UserQuestion } from '@loadout/core';
import type { PermissionAnswer, PermissionQuestion } from '@loadout/core/run';
import { defined } from '@loadout/node';
import { type Agent, type AskPerson, createAgent, type Redact, type RunResult, redactor, redactValue } from '@loadout/runner';
import type { SessionRecord } from '@loadout/sessions';
import { type Approval, type Ask, askOf, personAskOf } from '../approval/approval.js';
import { errors } from '../errors.js';
import type { LiveFeed } from '../live/live-feed.js';
import { serviceOf } from '../names.js';
import { Outbox } from '../record/outbox.js';
import { type ChildRecords, OWN, RoundSessions } from '../record/round-sessions.js';
import { type RoundEnd, stepOf } from '../record/step.js';
import type { ArtifactPaths } from '../results/artifact-paths.js';
import { scheduleOffer } from '../schedule/run-schedule.js';
import type { Round, Taken } from './round.js';
import { RoundStore } from './round-store.js';
import type { WorkerParts } from './worker-parts.js';

type QuestionContext = Parameters<AskPerson>[1];

export interface RoundParts {
  readonly worker: WorkerParts;
  readonly agent: string;
  readonly session: string;
  /** The prompt, unless the session has it already. */
  readonly prompt: string | undefined;
  /** All records of the session so far. */
  readonly records: readonly SessionRecord[];
  /** The records of its subagents so far. */
  readonly children: ChildRecords;
  readonly approvals: readonly Approval[];
  /** The label of the workers that may take the session's next prompts, if a job asks for one. */
  readonly label?: string | undefined;
  /** The folder of long results, in the records and here. */
  readonly paths: ArtifactPaths;
  /** The working directory of a run that brings its repository. Default: that of the worker. */
  readonly folder?: string | undefined;
  /** Gives up the place of the round in this worker. */
  readonly release: () => void;
}

/** A round of a session as this worker runs it: from a prompt or an answer to the next end. */
export class LiveRound implements Round {
  readonly #parts: RoundParts;
  readonly #outbox: Outbox;
  readonly #controller = new AbortController();
  readonly #asks: Ask[] = [];
  readonly #hide: Redact | undefined;
  readonly #ended: Promise<RoundEnd>;
  readonly #feed: LiveFeed;
  #isOver = false;

  constructor(parts: RoundParts) {
    this.#parts = parts;
    const { worker, agent, session, records } = parts;
    this.#hide = redactor(worker.plan.secrets);
    const feed = worker.live.open({ service: serviceOf(agent), run: session }, records.length);
    this.#feed = feed;
    this.#outbox = new Outbox(({ of, record }) => (of === OWN ? feed.record(record) : undefined));
    // The records come without secrets. The end is sent to the engine as well.
    this.#ended = this.#run()
      .then((end) => redactValue(end, this.#hide))
      .finally(() => {
        this.#isOver = true;
      });
  }

  /** Resolves with the next records of the run, and after the last of them with its end. Never rejects. */
  async take(): Promise<Taken> {
    await Promise.race([this.#outbox.news(), this.#ended]);
    // The last record and the end are one step, so that no other worker finds a session that ended and a round that did not.
    if (this.#outbox.endsWith(OWN)) await this.#ended;
    const { written, confirm } = this.#outbox.take();
    const step = stepOf(written);
    const isLast = this.#isOver && this.#outbox.isEmpty;
    const confirmed = () => {
      // Listeners get the records before the run goes on, so that the next message comes after them.
      this.#feed.confirm(step.records.length);
      if (isLast) this.#feed.close();
      confirm();
    };
    return { step: isLast ? { ...step, end: await this.#ended } : step, confirm: confirmed };
  }

  /** Ends the run and its child processes, because the engine gives it to another worker. */
  lose(): void {
    this.#feed.close();
    if (this.#isOver) return;
    const error = errors.ENGINE_RUN_LOST({ session: this.#parts.session });
    this.#outbox.lose(error);
    this.#controller.abort(error);
  }

  /** Interrupts the run. Its child processes end before its last step. */
  cancel(): void {
    this.#controller.abort();
    this.#outbox.release();
  }

  /** Resolves when the run and its child processes have ended. Never rejects. */
  async whenEnded(): Promise<void> {
    await this.#ended;
  }

  async #run(): Promise<RoundEnd> {
    try {
      return await this.#runAgent();
    } catch (error) {
      return failedEnd(error);
    } finally {
      this.#parts.release();
    }
  }

  async #runAgent(): Promise<RoundEnd> {
    const { agent: name, worker, session, records, children, folder } = this.#parts;
    const { plan, env, dir } = worker;
    const sessions = new RoundSessions({ records, children, outbox: this.#outbox, paths: this.#parts.paths });
    const store = RoundStore.of(session, { sessions, dir });
    const agent = await createAgent({
      ...worker.options,
      ...defined({ workspace: folder }),
      plan,
      agent: name,
      env,
      sessionStore: () => store,
      sharedBudgets: worker.budgets.of(session),
      services: this.#services(),
      ask: (question) => this.#answer(question),
      answer: async (questions, context) => this.#answerQuestions(questions, context),
    });
    try {
      const end = endOf(await this.#resultOf(agent));
      // A run that failed beside a question does not wait for the answer.
      return { ...end, asks: end.outcome === 'deferred' ? this.#asks : [] };
    } finally {
      await agent.close();
    }
  }

  #services(): readonly ServiceOffer<unknown>[] {
    const { agent, worker, session, label } = this.#parts;
    const { schedule: rules, engine, plan, hash } = worker;
    if (rules === undefined) return [];
    const target = { agent, session, plan: hash, label };
    return [scheduleOffer({ rules, target, config: plan.name, engine, hide: this.#hide })];
  }

  async #resultOf(agent: Agent): Promise<RunResult> {
    const { prompt, records, session, folder } = this.#parts;
    const { signal } = this.#controller;
    const choice = records.length === 0 ? { id: session } : { resume: session, cwd: folderFor(records, folder) };
    const run = agent.run(prompt, { ...choice, signal });
    // Events are not recorded. Whoever listens gets them.
    this.#feed.hide(agent.spec.secrets);
    for await (const event of run) this.#feed.event(event);
    return run.result;
  }

  /** Answers from the record, or ends the round with the question. */
  #answer(question: PermissionQuestion): PermissionAnswer {
    const { session, agent, worker, approvals, paths } = this.#parts;
    if (question.answerNow === true)
      return {
        behavior: 'deny',
        message: 'No call waits for this agent, so the agent cannot wait for an approval. A rule can allow the call.',
      };
    const { configDir, permissions } = worker.plan;
    // A resumed session has the input as it was recorded, without secrets. That input is shown, bound, and runs.
    const shown = { ...question, input: redactValue(paths.toRecorded(question.input), this.#hide) };
    const ask = askOf(shown, {
      session,
      agent: question.agentName ?? agent,
      plan: worker.hash,
      configDir,
      from: permissions.approvals?.from,
    });
    const approval = approvals.find(({ hash }) => hash === ask.hash);
    if (approval?.behavior === 'allow') return { behavior: 'allow' };
    if (approval !== undefined) return { behavior: 'deny', message: approval.message ?? `${approval.by} denied the call.` };
    this.#asks.push(ask);
    return { behavior: 'defer', reason: `${ask.tool} waits for an approval.` };
  }

  /** Answers the model's questions from the record, or ends the round with them. `undefined`: the person declined. */
  #answerQuestions(
    questions: readonly UserQuestion[],
    { toolUseId: call, agentId = 'main', agentName, answerNow }: QuestionContext,
  ): Readonly<Record<string, string>> | undefined {
    const { session, agent, worker, approvals } = this.#parts;
    if (answerNow === true) throw errors.ENGINE_NOBODY_WAITS({ agent: agentName ?? agent });
    const shown = redactValue(questions, this.#hide);
    const ask = personAskOf(shown, { call, agentId, session, agent: agentName ?? agent, plan: worker.hash });
    const given = approvals.find(({ hash }) => hash === ask.hash);
    if (given?.behavior === 'deny') return undefined;
    const { texts } = given ?? {};
    if (texts !== undefined) return Object.fromEntries(questions.map(({ question }, at) => [question, texts[at] ?? '']));
    this.#asks.push(ask);
    throw coreErrors.CALL_DEFERRED({ reason: 'The question waits for an answer.' });
  }
}

/** A session that had gone to a folder which no commit has, such as another worktree, goes back to that of the run. */
function folderFor(records: readonly SessionRecord[], folder: string | undefined): string | undefined {
  const moved = records.findLast((one) => one.t === 'cwd');
  return folder !== undefined && moved !== undefined && !existsSync(moved.cwd) ? folder : undefined;
}

const endOf = ({ outcome, text, structuredOutput, turns, toolCalls, costUsd, error }: RunResult): Omit<RoundEnd, 'asks'> => ({
  outcome,
  text,
  structuredOutput,
  turns,
  toolCalls,
  costUsd,
  error,
});

/** The end of a round that an error ended. */
export const failedEnd = (error: unknown): RoundEnd => ({
  outcome: 'error_during_execution',
  text: '',
  turns: 0,
  toolCalls: 0,
  costUsd: 0,
  error: isLoadoutError(error)
    ? { code: error.code, message: error.message, fix: error.fix }
    : { code: 'INTERNAL', message: messageOf(error) },
  asks: [],
});
