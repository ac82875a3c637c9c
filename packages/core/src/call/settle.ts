import { isLoadoutError } from '../contract/errors.js';
import type { ContentBlock, ToolResult } from '../contract/tool.js';
import { errors } from '../errors.js';
import type { HookRound } from '../hooks/run.js';
import { cutText, spilledText } from './budget.js';
import type { CallEnvironment } from './environment.js';
import { tellFailure } from './post-tool-use.js';
import { textOfContent, toApiContent } from './result-text.js';
import type { FollowedCall, ParsedCall, RequestedCall, SettledCall } from './states.js';

/** The one way out for a call that ran: its output, as the hooks left it, within its budget. */
export async function settle(call: FollowedCall, env: CallEnvironment): Promise<SettledCall> {
  const replaced = call.followed.updatedOutput?.value;
  const content =
    replaced === undefined
      ? call.output.typedContent
      : [{ type: 'text' as const, text: typeof replaced === 'string' ? replaced : JSON.stringify(replaced) }];
  const result = await toResult(call, { content, isError: call.output.isError, round: call.followed }, env);
  return {
    ...settled(call, result, call.output.isError ? (env.signal.aborted ? 'interrupted' : 'failed') : 'done'),
    name: call.tool.name,
    input: call.parsed.input,
    block: toBlock(call, result),
    durationMs: call.durationMs,
    stop: call.hooked.stop ?? call.followed.stop,
  };
}

/** The one way out for a call that did not come through: refused, denied, failed, stopped. Never throws for those. */
export async function settleFailure(
  call: RequestedCall & Partial<FollowedCall>,
  error: unknown,
  env: CallEnvironment,
): Promise<SettledCall> {
  const known = isLoadoutError(error)
    ? error
    : errors.TOOL_FAILED({ name: call.name, message: error instanceof Error ? error.message : String(error) }, { cause: error });
  const outcome = OUTCOMES[known.code] ?? (call.permission === undefined ? 'refused' : 'failed');
  const text = known.fix === undefined ? known.message : `${known.message} ${known.fix}`;
  const ran = outcome === 'failed' || (outcome === 'interrupted' && call.permission !== undefined);
  const round =
    ran && call.parsed !== undefined
      ? await tellFailure(call as ParsedCall, { error: text, interrupted: outcome === 'interrupted', durationMs: 0 }, env)
      : call.hooked;
  const result = await toResult(call, { content: [{ type: 'text', text }], isError: true, round }, env);
  const interrupt = (known.cause as { interrupt?: boolean } | undefined)?.interrupt === true;
  return {
    ...settled(call, result, outcome),
    name: call.tool?.name ?? call.name,
    input: call.parsed?.input ?? call.input,
    code: known.code,
    stop: call.hooked?.stop ?? (interrupt ? known.message : undefined),
  };
}

const OUTCOMES: Readonly<Record<string, SettledCall['outcome']>> = {
  PERMISSION_DENIED: 'denied',
  TOOL_INTERRUPTED: 'interrupted',
  TOOL_NOT_RUN: 'interrupted',
  TOOL_TIMED_OUT: 'failed',
  TOOL_OUTPUT_INVALID: 'failed',
};

function settled(call: RequestedCall, result: ToolResult, outcome: SettledCall['outcome']): SettledCall {
  return { id: call.id, name: call.name, outcome, result, block: plainBlock(result), input: call.input, durationMs: 0 };
}

/** What hooks add is part of the result itself: a text block behind a tool result makes models answer with nothing (LOOP-07). */
async function toResult(
  call: RequestedCall & Partial<FollowedCall>,
  parts: { content: readonly ContentBlock[]; isError: boolean; round?: HookRound | undefined },
  env: CallEnvironment,
): Promise<ToolResult> {
  const content = await withinBudget(call, parts.content, env);
  const before = call.hooked === parts.round ? [] : notesOf(call.hooked);
  const notes = [...before, ...notesOf(parts.round)];
  const typedContent = [
    ...(textOfContent(content) === '' && content.every((block) => block.type === 'text') ? [EMPTY] : content),
    ...notes,
  ];
  return { toolUseId: call.id, content: textOfContent(typedContent), typedContent, isError: parts.isError };
}

const EMPTY: ContentBlock = { type: 'text', text: '(tool completed with no output)' };

const notesOf = (round: HookRound | undefined): ContentBlock[] =>
  [...(round?.contexts ?? []), ...(round?.messages ?? [])].map((text) => ({
    type: 'text',
    text: `\n\n<system-reminder>\n${text}\n</system-reminder>`,
  }));

async function withinBudget(
  call: RequestedCall & Partial<FollowedCall>,
  content: readonly ContentBlock[],
  env: CallEnvironment,
): Promise<readonly ContentBlock[]> {
  const text = textOfContent(content);
  if (text.length <= (call.tool?.maxResultChars ?? Number.POSITIVE_INFINITY)) return content;
  const shorter = env.spill === undefined ? cutText(text) : await spilled(call.id, text, env.spill);
  return [{ type: 'text', text: shorter }, ...content.filter((block) => block.type !== 'text')];
}

async function spilled(id: string, text: string, spill: NonNullable<CallEnvironment['spill']>): Promise<string> {
  try {
    return spilledText(text, await spill(id, text));
  } catch (error) {
    return `${cutText(text)}\n(The whole output could not be saved: ${error instanceof Error ? error.message : String(error)})`;
  }
}

function toBlock(call: FollowedCall, result: ToolResult): unknown {
  return call.tool.tool.mapResult?.(result) ?? plainBlock(result);
}

function plainBlock(result: ToolResult): unknown {
  return {
    type: 'tool_result',
    tool_use_id: result.toolUseId,
    content: toApiContent(result.typedContent),
    ...(result.isError ? { is_error: true } : {}),
  };
}
