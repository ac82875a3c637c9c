import type { Told } from '../scenario.js';

/** An event of a run, as Loadout's own clients and trace files have it. */
export interface Event {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly outcome?: string;
  readonly content?: string;
  readonly input?: { readonly file_path?: string; readonly command?: string };
  readonly event?: Event;
  readonly result?: { readonly outcome: string; readonly text: string; readonly costUsd: number };
}

const OUTCOMES: Readonly<Record<string, string>> = { interrupted: 'cancelled', error_max_turns: 'limit' };

/** How a run ended: cancelled, or at its limit. */
export const endOf = (events: readonly Event[]): string | undefined => OUTCOMES[events.at(-1)?.result?.outcome ?? ''];

/** Reads what the events of the work tell, also in several runs. */
export function toldByEvents(events: readonly Event[]): Told {
  const results = events.filter(({ type, outcome }) => type === 'tool_result' && outcome !== 'deferred');
  const below = events.find(({ type, event }) => type === 'subagent' && event?.type === 'tool_call')?.event;
  return {
    calls: results.map(({ name, outcome }) => `${name} ${outcome}`),
    denial: results.find(({ outcome }) => outcome === 'denied')?.content,
    subagent: below === undefined ? undefined : `${below.name} ${below.input?.file_path}`,
    cost: sum(events.flatMap(({ result }) => result?.costUsd ?? [])),
    answer: events.at(-1)?.result?.text,
  };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
