import { linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isLoadoutError, type LoadoutError, type Message } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Ground } from '../ground/ground.js';
import type { Asking } from '../model/asking.js';
import { redactor } from '../place/redact.js';
import type { OpenSession } from '../session/session.js';
import { makeFolder } from '../session/session-store.js';
import type { Toolbox } from '../skills/toolbox.js';
import { clearOldResults, isResult } from './clear-old-results.js';
import { requestSummary } from './request-summary.js';
import { askForSummary, summarisedConversation, withQuestion } from './summary-text.js';

type Run = Ground & Exchanges & Pick<Asking, 'model'> & Toolbox;

export interface SummaryJob {
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
    again: saidAgain(run),
    isAnswered: job.isAnswered,
  };
  return { summary, messages: summarisedConversation(messages, parts) };
}

/** Returns reminders of earlier messages that would be lost with them. Source: COMPACT-04, POOL-15. */
function saidAgain({ deferral, skills, tools }: Run): readonly string[] {
  deferral.forget();
  tools.forget();
  return [...skills.again(), ...[deferral.announce(), tools.announce()].filter((text) => text !== undefined)];
}

async function firstThatFits(run: Run, job: SummaryJob): Promise<string> {
  const redact = redactor(run.spec.secrets);
  const attempts = attemptsFor(run.session.messages, job);
  for (const [index, messages] of attempts.entries()) {
    try {
      const summary = await requestSummary(run, withQuestion(messages(), askForSummary(job.contexts)));
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
  const opening = Object.freeze({
    role: 'user' as const,
    content: [{ type: 'text' as const, text: '[Earlier messages left out]' }],
  });
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
    makeFolder(header.artifactDir);
    rmSync(path, { force: true });
    linkSync(place.file, path);
    return path;
  } catch {
    return place.file;
  }
}
