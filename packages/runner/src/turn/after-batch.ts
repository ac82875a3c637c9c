import { type HookRound, notesText, runHooks, type SettledCall, type ToolResultBlock } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Calling, Ground } from '../ground/ground.js';
import { redactor } from '../place/redact.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { Beside } from './beside.js';

type Run = Pick<Ground, 'session' | 'spec'> & Pick<Exchanges, 'signal'> & Calling & Toolbox & Pick<Beside, 'inbox'>;

interface Batch {
  readonly settled: readonly SettledCall[];
  /** A hook ends the run before the model is asked again. */
  readonly stop?: string | undefined;
}

/** Tells the PostToolBatch hooks of all calls of a message. What they add stands in the last result (LOOP-07). */
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

/** What the model is told beside the answers to its calls: mail, work that has ended, tools that came, skills that fit. Each once. */
export function news(run: Calling & Toolbox & Pick<Beside, 'inbox'>): readonly string[] {
  run.tools.prepare();
  const announced = [run.deferral.announce(), run.skills.fitting.announce()];
  return [...run.inbox.take(), ...(run.calls.background?.take() ?? []), ...announced.filter((text) => text !== undefined)];
}
