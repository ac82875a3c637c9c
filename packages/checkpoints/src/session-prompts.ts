import type { StoredSession } from '@loadout/core/commands';
import { placeOf } from './checkpoint-index.js';
import { errors } from './errors.js';
import { whyNoRewind } from './rewind.js';
import { type KeptPrompt, timelineOf } from './timeline.js';

/** A prompt of a person, with the files that were changed until the next one. */
export interface SessionPrompt {
  /** The place in the session, counted from 1. */
  readonly number: number;
  readonly uuid: string;
  readonly text: string;
  /** Absent for a prompt from a time without checkpoints. */
  readonly at?: Date | undefined;
  readonly files: readonly string[];
  /** The reason for which the state before the prompt is not kept. */
  readonly refusal?: Error | undefined;
}

/** Returns the prompts of a session in order. Throws REWIND_NOT_KEPT for a session without checkpoints. */
export function sessionPrompts({ header, prompts }: Pick<StoredSession, 'header' | 'prompts'>): readonly SessionPrompt[] {
  const timeline = timelineOf(placeOf(header));
  if (timeline.length === 0) throw errors.REWIND_NOT_KEPT({ session: header.id });
  const starts = new Set(prompts.map(({ uuid }) => uuid));
  return prompts.map(({ uuid, text }, index) => {
    const work = workSince(uuid, { timeline, starts });
    const files = [...new Set(work.flatMap((one) => [...one.files.keys()]))].sort();
    const at = work[0] === undefined ? undefined : new Date(work[0].at);
    return { number: index + 1, uuid, text, at, files, refusal: whyNoRewind(timeline, uuid, beginning(text)) };
  });
}

/** Returns a prompt, with what the agent went on with by itself: news of work in the background is a prompt too. */
function workSince(
  uuid: string,
  { timeline, starts }: { readonly timeline: readonly KeptPrompt[]; readonly starts: ReadonlySet<string> },
): readonly KeptPrompt[] {
  const from = timeline.findIndex(({ prompt }) => prompt === uuid);
  if (from === -1) return [];
  const next = timeline.findIndex(({ prompt }, index) => index > from && starts.has(prompt));
  return timeline.slice(from, next === -1 ? undefined : next);
}

const beginning = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
