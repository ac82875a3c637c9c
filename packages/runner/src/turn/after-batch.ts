import type { HookRound } from '@loadout/core';
import type { ToolResultBlock } from '@loadout/core/model';
import { notesText, runHooks, type SettledCall } from '@loadout/core/run';
import type { Exchanges } from '../ground/exchange.js';
import type { Calling, Ground } from '../ground/ground.js';
import { redactor } from '../place/redact.js';
import type { Toolbox } from '../skills/toolbox.js';
import { type Told, told } from '../told/told.js';
import type { Incoming } from './incoming.js';

type Run = Ground & Exchanges & Calling & Toolbox & Pick<Incoming, 'inbox'>;

interface Batch {
  readonly settled: readonly SettledCall[];
  /** A hook ends the run before the model is asked again. */
  readonly stop?: string | undefined;
}

/** Fires PostToolBatch for all calls of a message. The texts of its hooks become part of the last result (LOOP-07). */
export async function afterBatch(run: Run, settled: readonly SettledCall[]): Promise<Batch> {
  if (run.signal.aborted) return { settled };
  const round = run.calls.hooks.has('PostToolBatch') ? await tellBatch(run, settled) : NOTHING_SAID;
  const stop = round.stop ?? (round.verdict?.behavior === 'deny' ? round.verdict.reason : undefined);
  const notes = notesText([...round.contexts, ...round.messages, ...news(run)]);
  const last = settled.at(-1);
  if (notes === '' || last === undefined) return { settled, stop };
  return { settled: [...settled.slice(0, -1), withNotes(run, { call: last, notes })], stop };
}

const NOTHING_SAID: HookRound = { contexts: [], messages: [] };

async function tellBatch(run: Run, settled: readonly SettledCall[]): Promise<HookRound> {
  const tool_calls = settled.map(({ id, name, input, result }) => ({
    tool_name: name,
    tool_input: input,
    tool_use_id: id,
    tool_response: result.structuredContent ?? result.typedContent,
    is_error: result.isError,
  }));
  return runHooks('PostToolBatch', { tool_calls }, run.calls);
}

function withNotes(run: Run, { call, notes }: { call: SettledCall; notes: string }): SettledCall {
  const text = redactor(run.spec.secrets)?.(notes) ?? notes;
  const block = call.block;
  const content = typeof block.content === 'string' ? block.content + text : [...block.content, { type: 'text', text }];
  const changed = { ...block, content } as ToolResultBlock;
  run.session.record({ t: 'ended', id: call.id, outcome: call.outcome, block: changed });
  return { ...call, block: changed, notes: (call.notes ?? '') + text };
}

/** Returns the news beside the answers to calls, each once: the mode, mail, ended work, tools and servers that came, skills that fit. */
export function news({
  calls,
  deferral,
  inbox,
  modeNews,
  skills,
  tools,
}: Calling & Toolbox & Pick<Incoming, 'inbox'>): readonly Told[] {
  tools.prepare();
  const announced = [modeNews.announce(tools.pool), deferral.announce(), skills.announce(), tools.announce()];
  return [
    ...(inbox.texts.length === 0 ? [] : inbox.take().map(told.hookOrWork)),
    ...(calls.background === undefined || calls.background.said.length === 0 ? [] : calls.background.take().map(told.hookOrWork)),
    ...announced.filter((text) => text !== undefined),
  ];
}
