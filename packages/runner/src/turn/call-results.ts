import { randomUUID } from 'node:crypto';
import { messageOf } from '@loadout/core';
import type { ToolResultBlock, ToolUseBlock } from '@loadout/core/model';
import {
  type DecidedCall,
  isSpilled,
  type RequestedCall,
  ruleText,
  runToolCall,
  type Schedule,
  type SettledCall,
  spilledText,
} from '@loadout/core/run';
import type { Exchanges } from '../ground/exchange.js';
import type { Above, Calling, Ground } from '../ground/ground.js';
import { redactor, redactValue } from '../place/redact.js';
import type { CallSummary } from '../report/events.js';
import { holdCall, noPlace } from '../report/usage.js';
import type { RecordedSubject } from '../session/records.js';
import type { Toolbox } from '../skills/toolbox.js';

type Run = Pick<Ground, 'emit' | 'parent' | 'session' | 'spec'> & Pick<Exchanges, 'counts'>;

/** The most calls of one message that run. A message of today's models has far fewer. */
export const MOST_CALLS = 1_000;
const EXCESS = `its message has more than ${MOST_CALLS} calls.`;

/** Answers calls that are too many to run. One record has the answer of all of them, since there may be tens of thousands. */
export function refuseExcess({ session }: Pick<Run, 'session'>, uses: readonly ToolUseBlock[]): readonly ToolResultBlock[] {
  const content = `The call was not run: ${EXCESS}`;
  const blocks = uses.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content, is_error: true }));
  const [block, ...others] = blocks;
  if (block === undefined) return [];
  const also = others.map((one) => one.tool_use_id);
  session.record({ t: 'ended', id: block.tool_use_id, outcome: 'interrupted', code: 'TOOL_NOT_RUN', block, also });
  return blocks;
}

/** Puts a call on the schedule, or refuses it if no limit has a place left, or if it is one too many. The journal has its result as soon as the call has ended. */
export function startCall(
  run: Run & Calling & Pick<Toolbox, 'deferral'>,
  asked: RequestedCall,
  { schedule, signal, isExcess = false }: { schedule: Schedule; signal: AbortSignal; isExcess?: boolean },
): void {
  const { toolAliases } = run.spec;
  const name = Object.hasOwn(toolAliases, asked.name) ? (toolAliases[asked.name] ?? asked.name) : asked.name;
  const call = { ...asked, name };
  const { refused, release, keep } = isExcess ? noPlace(EXCESS) : holdCall(run);
  schedule.add(async (turn, kept) => {
    let leave = release;
    try {
      const settled = await runToolCall(call, { ...run.calls, signal, turn, kept });
      if (settled.outcome === 'deferred') {
        // A deferred call gets no end in the journal, so that a resumed session begins with the call.
        run.session.record({ t: 'deferred', id: settled.id });
        leave = () => keep(signal);
        return settled;
      }
      return recordCall(run, run.deferral.completed(settled));
    } finally {
      leave();
    }
  }, refused);
}

/** Adds the message that answers all calls of the model's message: one block for each call, in order. */
export async function answerCalls(
  run: Run & Calling,
  settled: readonly SettledCall[],
  excess: readonly ToolResultBlock[] = [],
): Promise<void> {
  const uuid = randomUUID();
  const blocks = [...(await fitMessage(run, settled)), ...excess];
  run.emit({ type: 'reply', uuid, message: run.session.addResults(blocks, uuid) });
}

/** Writes a call to the journal when it ends, not when the last call ends: a killed process loses no finished call. */
export function recordCall(run: Run, call: SettledCall): SettledCall {
  const block = redactValue(call.block, redactor(run.spec.secrets));
  run.session.record({ t: 'ended', id: call.id, outcome: call.outcome, block, ...endingOf(call) });
  run.session.show({ id: call.id, name: call.name, result: call.result });
  for (let one: Pick<Above, 'counts' | 'parent'> | undefined = run; one !== undefined; one = one.parent)
    countCall(one.counts, call);
  run.counts.calls.push(summaryOf(call));
  if (isSpilled(call.result.content)) run.counts.spilled += 1;
  return { ...call, block };
}

/** The facts of an ended call beside its answer. The sentence of a denial is in the answer. */
const endingOf = ({ durationMs, code, outcome, deniedBy, rule, unasked, spared, subject }: SettledCall) => ({
  durationMs: Math.round(durationMs),
  ...(code === undefined ? {} : { code }),
  ...(outcome === 'denied'
    ? {
        decision: {
          ...(rule === undefined ? {} : { rule: ruleText(rule), position: rule.position }),
          by: deniedBy ?? (unasked === true ? ('nobody' as const) : undefined),
          ...(spared === undefined ? {} : { spared }),
          ...(subject === undefined ? {} : { subject: recordedSubject(subject) }),
        },
      }
    : {}),
});

/** A script of many commands is shorter as a call than as all that it touches. */
const SUBJECT_CHARS = 20_000;

/** Returns the facts to record. `undefined` for a call that touches more than a record holds: nothing can be held against it later. */
export function recordedSubject({ tool, accesses, readOnly, openWorld, unclear }: DecidedCall): RecordedSubject | undefined {
  const { kind = 'base', server } = tool.origin ?? {};
  const subject: RecordedSubject = {
    touches: accesses,
    ...(tool.aliases.length === 0 ? {} : { aliases: tool.aliases }),
    ...(kind === 'base' ? {} : { origin: { kind, server } }),
    ...(readOnly ? { readOnly } : {}),
    ...(openWorld ? { openWorld } : {}),
    ...(tool.requiresUserInteraction === true ? { needsPerson: true } : {}),
    ...(unclear === undefined ? {} : { unclear }),
  };
  return JSON.stringify(subject).length > SUBJECT_CHARS ? undefined : subject;
}

/** Counts a call for its run and for each run above, which report the denials of their agents too (W19). */
function countCall(counts: Exchanges['counts'], call: SettledCall): void {
  if (call.code !== 'TOOL_NOT_RUN') counts.toolCalls += 1;
  if (call.outcome === 'denied')
    counts.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input, reason: call.result.content });
}

const summaryOf = ({ id, name, outcome, durationMs, input, result }: SettledCall): CallSummary => ({
  id,
  name,
  outcome,
  durationMs: Math.round(durationMs),
  inputChars: JSON.stringify(input)?.length ?? 0,
  resultChars: result.content.length,
});

/** The characters of all results of one message together. Above this, the largest results are spilled. Source: RES-04. */
const MESSAGE_CHARS = 200_000;
/** The shortest text worth spilling, since the replacement has a length of its own. */
const WORTH_SPILLING = 4_000;

/**
 * Returns the blocks that answer the calls of one message, within the limit of a message. The decision is in the journal before
 * the message is sent and is never made again, so that later requests begin with the same bytes (RES-05).
 */
async function fitMessage(run: Run & Calling, settled: readonly SettledCall[]): Promise<readonly ToolResultBlock[]> {
  const blocks = settled.map((call) => call.block);
  let total = blocks.reduce((sum, block) => sum + textLength(block), 0);
  const largestFirst = [...settled.keys()].sort((a, b) => lengthAt(blocks, b) - lengthAt(blocks, a));
  for (const index of largestFirst) {
    const block = blocks[index];
    const call = settled[index];
    if (total <= MESSAGE_CHARS || block === undefined || call === undefined) break;
    if (textLength(block) < WORTH_SPILLING) break;
    if (pagesByItself(run, call)) continue;
    const smaller = await spilledBlock(run, { block, notes: call.notes ?? '' });
    if (smaller === undefined) continue;
    run.session.record({ t: 'ended', id: block.tool_use_id, outcome: call.outcome, block: smaller });
    run.counts.spilled += 1;
    blocks[index] = smaller;
    total += textLength(smaller) - textLength(block);
  }
  return blocks;
}

/** Whether the tool pages its own output: text from a file is not spilled into another file (RES-03). */
const pagesByItself = (run: Run & Calling, call: SettledCall) =>
  run.calls.pool.get(call.name)?.maxResultChars === Number.POSITIVE_INFINITY;

/** Spills the text of a block. Texts of hooks stay visible; images and documents stay unchanged. */
async function spilledBlock(
  run: Run & Calling,
  { block, notes }: { block: ToolResultBlock; notes: string },
): Promise<ToolResultBlock | undefined> {
  const { spill } = run.calls;
  if (spill === undefined) return undefined;
  const { text, others } = partsOf(block);
  const kept = notes !== '' && text.endsWith(notes) ? notes : '';
  const output = text.slice(0, text.length - kept.length);
  try {
    const shorter = spilledText(output, await spill(block.tool_use_id, output)) + kept;
    return { ...block, content: others.length === 0 ? shorter : [{ type: 'text', text: shorter }, ...others] };
  } catch (error) {
    run.emit({
      type: 'notice',
      message: `A large result could not be saved: ${messageOf(error)}`,
    });
    return undefined;
  }
}

function partsOf({ content }: ToolResultBlock): { readonly text: string; readonly others: readonly unknown[] } {
  if (typeof content === 'string') return { text: content, others: [] };
  const texts = content.flatMap((part) => textOf(part) ?? []);
  return { text: texts.join(''), others: content.filter((part) => textOf(part) === undefined) };
}

function textOf(part: unknown): string | undefined {
  const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : undefined;
}

const textLength = (block: ToolResultBlock) => partsOf(block).text.length;
const lengthAt = (blocks: readonly ToolResultBlock[], index: number) => {
  const block = blocks[index];
  return block === undefined ? 0 : textLength(block);
};
