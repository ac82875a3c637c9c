import type { LoadoutError } from '../contract/errors.js';
import type { HookRound } from '../contract/hook/round.js';
import type { ToolResultBlock } from '../contract/model/message.js';
import type { ToolResult } from '../contract/tool-result.js';
import { isLoadoutError } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { messageOf } from '../message-of.js';
import { sendableResult } from '../model/sendable.js';
import type { CallEnvironment } from './environment.js';
import { notesAfter, notesOf, notesText, shownOutput, toApiContent, toResult } from './result.js';
import type { Denial, FollowedCall, SettledCall, StoppedCall } from './states.js';
import { messageWithFix, RunFailure, toolFailure } from './tool-failure.js';
import { tellFailure } from './tool-hooks.js';

/** Makes the result of a call that ran: its output after all hooks, within its budget. */
export async function settle(call: FollowedCall, env: CallEnvironment): Promise<SettledCall> {
  const notes = [...notesOf(call.hooked), ...notesAfter(call.followed)];
  const result = await toResult(call, { output: shownOutput(call), notes }, env);
  return {
    id: call.id,
    name: call.tool.name,
    outcome: call.output.isError ? (env.signal.aborted ? 'interrupted' : 'failed') : 'done',
    result,
    block: mappedBlock(call, result),
    notes: notesText(notes),
    input: call.parsed.written,
    durationMs: call.durationMs,
    stop: call.hooked.stop ?? call.followed.stop,
  };
}

/** Makes the result of a refused, denied, failed or stopped call. Never throws for such a call. */
export async function settleFailure(call: StoppedCall, thrown: unknown, env: CallEnvironment): Promise<SettledCall> {
  const run = thrown instanceof RunFailure ? thrown : undefined;
  const error = knownError(call, run?.error ?? thrown);
  const outcome = outcomeOf(call, { run, error });
  const isOver = outcome !== 'deferred';
  const text = messageWithFix(error);
  const durationMs = run?.durationMs ?? call.durationMs ?? 0;
  const round = await roundAfter(
    call,
    { ran: run !== undefined && isOver, error: text, interrupted: outcome === 'interrupted', durationMs },
    env,
  );
  const output = { typedContent: [{ type: 'text' as const, text }], isError: true };
  const result = await toResult(call, { output, notes: [...notesOf(call.hooked), ...notesAfter(round)] }, env);
  return {
    id: call.id,
    name: call.tool?.name ?? call.name,
    outcome,
    result,
    block: plainBlock(result),
    input: call.parsed?.written ?? call.input,
    durationMs,
    stop: call.hooked?.stop ?? round?.stop ?? stopOf(error, outcome),
    code: error.code,
    ...(outcome === 'denied' ? denialOf(error) : {}),
    ...(error.code === 'CALL_BROKEN' ? { fault: thrown } : {}),
  };
}

/** Fires the failure hooks for a tool that ran and failed, unless hooks already heard of the call. */
function roundAfter(
  call: StoppedCall,
  { ran, ...failure }: { ran: boolean; error: string; interrupted: boolean; durationMs: number },
  env: CallEnvironment,
): HookRound | undefined | Promise<HookRound | undefined> {
  if (call.followed !== undefined) return call.followed;
  const hasRun = ran || call.output !== undefined;
  if (!hasRun || call.permission === undefined) return undefined;
  // No hook hears of a call whose message is discarded.
  return tellFailure(call, failure, env).catch(unlessNotRun);
}

function unlessNotRun(error: unknown): undefined {
  if (!isLoadoutError(error) || error.code !== 'TOOL_NOT_RUN') throw error;
}

/**
 * Turns an unknown error into a fault of Loadout or the host. The call still gets a result, and the runner receives the fault.
 */
function knownError(call: StoppedCall, error: unknown): LoadoutError {
  return isLoadoutError(error) ? error : errors.CALL_BROKEN({ name: call.name, message: messageOf(error) }, { cause: error });
}

function outcomeOf(call: StoppedCall, { run, error }: { run: RunFailure | undefined; error: LoadoutError }) {
  if (run?.interrupted === true) return 'interrupted';
  if (call.output !== undefined) return 'failed';
  // A tool that waits for an answer is called again later. Its hooks hear of it then.
  if (error.code === 'CALL_DEFERRED') return 'deferred';
  if (run !== undefined) return 'failed';
  return OUTCOMES[error.code] ?? 'refused';
}

const OUTCOMES: Readonly<Record<string, SettledCall['outcome']>> = {
  PERMISSION_DENIED: 'denied',
  TOOL_NOT_RUN: 'interrupted',
};

/** Returns the reason to end the run, if the person who denied the call asked for the end (PERM-19). */
function stopOf(error: LoadoutError, outcome: SettledCall['outcome']): string | undefined {
  return outcome === 'denied' && denialIn(error)?.interrupt === true ? error.message : undefined;
}

const denialIn = ({ cause }: LoadoutError): Denial | undefined =>
  typeof cause === 'object' && cause !== null && 'by' in cause ? (cause as Denial) : undefined;

function denialOf(error: LoadoutError): Pick<SettledCall, 'deniedBy' | 'rule' | 'unasked' | 'spared' | 'subject'> {
  const { by, rule, unasked, spared, subject } = denialIn(error) ?? {};
  return {
    ...(by === undefined || by === 'rules' ? {} : { deniedBy: by }),
    ...(rule === undefined ? {} : { rule }),
    ...(unasked === undefined ? {} : { unasked }),
    ...(spared === undefined ? {} : { spared }),
    ...(subject === undefined ? {} : { subject }),
  };
}

/** Returns the block that the tool shaped. A tool cannot answer another call with its block. */
function mappedBlock(call: FollowedCall, result: ToolResult): ToolResultBlock {
  try {
    const mapped = call.tool.tool.mapResult?.(result);
    if (typeof mapped !== 'object' || mapped === null) return plainBlock(result);
    // The API accepts a block without content too.
    return sendableResult({ ...mapped, type: 'tool_result', tool_use_id: call.id } as ToolResultBlock);
  } catch (error) {
    throw toolFailure(error, call);
  }
}

function plainBlock(result: ToolResult): ToolResultBlock {
  const block: ToolResultBlock = {
    type: 'tool_result',
    tool_use_id: result.toolUseId,
    content: toApiContent(result.typedContent),
    ...(result.isError ? { is_error: true } : {}),
  };
  return typeof block.content === 'string' ? block : sendableResult(block);
}
