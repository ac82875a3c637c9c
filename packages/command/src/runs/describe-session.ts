import { type Block, isText, type Message } from '@loadout/core/model';
import type { RunOutcome } from '@loadout/runner';
import { replaySession, type SessionEntry } from '@loadout/sessions';

export interface SessionLine {
  readonly id: string;
  readonly modified: string;
  readonly agent: string;
  /** The number of turns. Absent if it would take reading the whole session. */
  readonly turns?: number;
  readonly bytes: number;
  /** `unfinished`: the last run did not reach its end, and can be resumed. `agent-sdk`: a session of the Agent SDKs' engine. */
  readonly state: 'ended' | 'unfinished' | 'damaged' | 'agent-sdk';
  /** The outcome of the newest run that ended. */
  readonly outcome?: RunOutcome | undefined;
  /** US dollars of the session; `null` if the price of a used model is unknown. Absent if no run ended. */
  readonly costUsd?: number | null | undefined;
  readonly name?: string | undefined;
  /** The first prompt. */
  readonly prompt: string;
}

/** The description of a session in a list. A session that cannot be read is listed too. */
export function describeSession({ id, file, bytes, modified }: SessionEntry): SessionLine {
  const base = { id, modified: modified.toISOString(), bytes };
  try {
    const { header, messages, turns, prompts, ended, asked, lastResult, name } = replaySession(file);
    return {
      ...base,
      agent: header.agent,
      turns,
      state: ended ? 'ended' : 'unfinished',
      ...(lastResult === undefined ? {} : { outcome: lastResult.outcome, costUsd: lastResult.costUsd }),
      ...(name === undefined ? {} : { name }),
      // The messages of a session that was compacted begin with its summary.
      prompt: prompts.find(({ text }) => isWords(text))?.text ?? promptOf(messages) ?? askedText(asked?.prompt),
    };
  } catch {
    return { ...base, agent: '', turns: 0, state: 'damaged', prompt: '' };
  }
}

const promptOf = ([first]: readonly Message[]) => first?.content.filter(isText).find(({ text }) => isWords(text))?.text;

/** Whether a person may have typed a text. */
const isWords = (text: string) => text.trim() !== '' && !/^<(?:system-reminder|conversation-summary)>/.test(text);

/** The prompt of a session whose process was killed before the prompt was sent. */
const askedText = (prompt: string | readonly Block[] = '') =>
  typeof prompt === 'string' ? prompt : (prompt.find(isText)?.text ?? '');
