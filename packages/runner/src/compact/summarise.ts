import { linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { type Message, userMessage } from '@loadout/core/model';
import { runHooks } from '@loadout/core/run';
import { makeSessionFolder } from '@loadout/sessions';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';
import { askForText, type HeardText } from '../model/ask-for-text.js';
import type { Asking } from '../model/asking.js';
import { requestWith } from '../model/model-request.js';
import { type ModelText, modelText } from '../prompts/model-texts.js';
import { errors } from '../report/errors.js';
import { redactor } from '../secrets/redact.js';
import type { OpenSession } from '../session/session.js';
import type { Toolbox } from '../skills/toolbox.js';
import { isResult } from '../tools/find-tools.js';
import { clearOldResults } from './clear-old-results.js';
import { lastPrompt, SUMMARY_TAG } from './newest-messages.js';

type Run = RunContext & Exchanges & Calling & Pick<Asking, 'model'> & Toolbox;

interface SummaryJob {
  /** The index of the first message that is kept unchanged. */
  readonly from: number;
  /** Texts of hooks that the summary must respect. */
  readonly contexts: readonly string[];
  /** The provider refused the conversation, so it would also refuse it with a question appended. */
  readonly tooLong: boolean;
  /** If true, the person waits for no answer. */
  readonly isAnswered: boolean;
}

/** Replaces the messages before `from` by a summary. */
export async function summarise(run: Run, job: SummaryJob): Promise<{ summary: string; messages: readonly Message[] }> {
  const { messages } = run.session;
  const summary = await firstThatFits(run, job);
  const parts = {
    summary,
    from: job.from,
    transcript: readableTranscript(run.session),
    again: [...saidAgain(run), ...(await saidByHooks(run))],
    isAnswered: job.isAnswered,
  };
  return { summary, messages: summarisedConversation(messages, parts) };
}

/** Returns reminders of earlier messages that would be lost with them. Source: COMPACT-04, POOL-15. */
function saidAgain({ deferral, folderTexts, modeNews, skills, tools }: Run): readonly string[] {
  modeNews.forget();
  deferral.forget();
  tools.forget();
  folderTexts?.forget();
  return [
    ...skills.again(),
    ...[modeNews.announce(tools.pool), deferral.announce(), tools.announce()].filter((text) => text !== undefined),
  ];
}

/**
 * Returns the texts of SessionStart hooks, whose earlier texts the summary replaces. Throws RUN_STOPPED if a hook ends the run.
 * Source: GAP-D11.
 */
async function saidByHooks({ parent, calls }: Run): Promise<readonly string[]> {
  if (parent !== undefined) return [];
  const { stop, contexts, messages } = await runHooks('SessionStart', { source: 'compact' }, calls());
  if (stop !== undefined) throw errors.RUN_STOPPED({ reason: stop });
  return [...contexts, ...messages].map(modelText.hookOrWork);
}

async function firstThatFits(run: Run, job: SummaryJob): Promise<string> {
  const redact = redactor(run.spec.secrets);
  const attempts = attemptsFor(run.session.messages, job);
  for (const [index, messages] of attempts.entries()) {
    try {
      const summary = await requestSummary(run, withQuestion(messages(), modelText.askForSummary(job.contexts)));
      return redact === undefined ? summary : redact(summary);
    } catch (error) {
      if (index === attempts.length - 1 || !isTooLong(error)) throw error;
    }
  }
  throw new Error('unreachable: the last attempt returns or throws');
}

/**
 * Returns the requests to try: the whole conversation, so that the prompt cache is used; then the conversation without the kept
 * messages; at last only the newer half of the rest.
 */
function attemptsFor(messages: readonly Message[], { from, tooLong }: SummaryJob): (() => readonly Message[])[] {
  const older = () => clearOldResults(messages.slice(0, from)).messages;
  const attempts = [older, () => newerHalf(older())];
  return tooLong ? attempts : [() => messages, ...attempts];
}

function newerHalf(messages: readonly Message[]): readonly Message[] {
  const canBegin = (message: Message) => message.role === 'user' && !message.content.some(isResult);
  const middle = Math.floor(messages.length / 2);
  const begin = messages.findIndex((message, at) => at >= middle && canBegin(message));
  if (begin !== -1) return messages.slice(begin);
  const assistant = messages.findIndex((message, at) => at >= middle && message.role === 'assistant');
  const opening = userMessage([{ type: 'text', text: modelText.leftOut() }]);
  return [opening, ...messages.slice(assistant === -1 ? messages.length : assistant)];
}

const isTooLong = (error: unknown): error is LoadoutError => isLoadoutError(error) && error.code === 'MODEL_PROMPT_TOO_LONG';

/**
 * Links the session's file into the folder that the agent may read without a rule. Returns the file itself if links are not
 * possible.
 */
function readableTranscript({ id, place, header }: OpenSession): string {
  const path = join(header.artifactDir, `transcript-${id}.jsonl`);
  try {
    makeSessionFolder(header.artifactDir);
    rmSync(path, { force: true });
    linkSync(place.file, path);
    return path;
  } catch {
    return place.file;
  }
}

/** Stop reasons after which the text is no complete summary. */
const NOT_WHOLE = new Set(['refusal', 'model_context_window_exceeded']);

/** Asks the model of the run, with its system prompt and tools. The cost counts; calls in the answer are ignored. */
async function requestSummary(
  run: RunContext & Exchanges & Pick<Asking, 'model'> & Pick<Toolbox, 'tools'>,
  messages: readonly Message[],
): Promise<string> {
  const { clock, signal } = run;
  const started = clock.now();
  let heard: HeardText;
  try {
    const request = await requestWith(run, { request: run.tools.nextRequest(), messages });
    heard = await askForText(run, { purpose: 'summary', model: run.model.current, request, signal });
  } finally {
    run.counts.modelMs += clock.now() - started;
  }
  const { stopReason } = heard;
  const summary = heard.text.trim();
  if (stopReason === undefined || summary === '' || NOT_WHOLE.has(stopReason))
    throw errors.SUMMARY_EMPTY({ stopReason: stopReason ?? 'none' });
  return summary;
}

interface Summarised {
  readonly summary: string;
  readonly from: number;
  readonly transcript: string;
  readonly again: readonly string[];
  /** If true, the person waits for no answer. */
  readonly isAnswered?: boolean;
}

/** Builds the conversation from a summary, the person's last prompt, and the unchanged newest messages. */
export function summarisedConversation(
  messages: readonly Message[],
  { summary, from, transcript, again, isAnswered }: Summarised,
): Message[] {
  const newest = messages.slice(from);
  const prompt = isAnswered ? undefined : lastPrompt(messages, from);
  const block = {
    type: 'text' as const,
    text: `<${SUMMARY_TAG}>\n${modelText.summary({ summary, transcript, again, promptFollows: prompt !== undefined })}\n</${SUMMARY_TAG}>`,
  };
  const opening = [block, ...(prompt ?? [])];
  const [first, ...rest] = newest;
  if (first?.role === 'user') return [userMessage([...opening, ...first.content]), ...rest];
  return [userMessage(opening), ...newest];
}

/** Appends a question of ours. The beginning stays the same bytes, so that the prompt cache is used (COMPACT-05). */
function withQuestion(messages: readonly Message[], text: ModelText): Message[] {
  const question = { type: 'text' as const, text };
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, userMessage([question])];
  return [...messages.slice(0, -1), userMessage([...last.content, question])];
}
