/** The last stage: the one result of a call, whether it ran or not, in the shape of the API and within its budget. */

import type { LoadoutError } from '../contract/errors.js';
import type { HookRound } from '../contract/hook/round.js';
import type { ToolResultBlock } from '../contract/model/message.js';
import type { ContentBlock, ToolResult } from '../contract/tool-result.js';
import { isLoadoutError, messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { textOf } from '../model/answer.js';
import { sendableResult } from '../model/sendable.js';
import type { PoolTool } from '../pool/assemble.js';
import type { CallEnvironment } from './environment.js';
import { isContentBlock } from './execute.js';
import type { Denial, FollowedCall, RawOutput, SettledCall, StoppedCall } from './states.js';
import { messageWithFix, RunFailure, toolFailure } from './tool-failure.js';
import { tellFailure } from './tool-hooks.js';

/** Makes the result of a call that ran: its output after all hooks, within its budget. */
export async function settle(call: FollowedCall, env: CallEnvironment): Promise<SettledCall> {
  const notes = [...notesOf(call.hooked), ...notesAfter(call.followed)];
  const { result, spilled } = await toResult(call, { output: shownOutput(call), notes }, env);
  return {
    id: call.id,
    name: call.tool.name,
    outcome: call.output.isError ? (env.signal.aborted ? 'interrupted' : 'failed') : 'done',
    result,
    block: mappedBlock(call, result),
    notes: notesText(notes),
    ...(spilled === undefined ? {} : { spilled }),
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
  const notes = [...notesOf(call.hooked), ...notesAfter(round)];
  const { result, spilled } = await toResult(call, { output, notes }, env);
  return {
    id: call.id,
    name: call.tool?.name ?? call.name,
    outcome,
    result,
    block: plainBlock(result),
    ...(notes.length === 0 ? {} : { notes: notesText(notes) }),
    ...(spilled === undefined ? {} : { spilled }),
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

/**
 * Makes the result, including the texts of hooks: a text block after a tool result makes models answer with nothing (LOOP-07).
 */
async function toResult(
  call: { readonly id: string; readonly tool?: Pick<PoolTool, 'maxResultChars'> | undefined },
  { output, notes }: { output: RawOutput; notes: readonly string[] },
  env: CallEnvironment,
): Promise<{ readonly result: ToolResult; readonly spilled?: number | undefined }> {
  const limit = call.tool?.maxResultChars ?? Number.POSITIVE_INFINITY;
  const { content, spilled } = await withinBudget(output.typedContent.map(wellFormed), { id: call.id, limit, spill: env.spill });
  const empty = textOf({ content: content }) === '' && content.every((block) => block.type === 'text');
  const typedContent = [...(empty ? [EMPTY] : content), ...notes.map(reminder)];
  const { structuredContent, isError } = output;
  const result = {
    toolUseId: call.id,
    content: textOf({ content: typedContent }),
    typedContent,
    isError,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
  return { result, spilled };
}

/** The text of an empty result. Source: RES-07. */
const NO_OUTPUT = '(tool completed with no output)';
const EMPTY: ContentBlock = { type: 'text', text: NO_OUTPUT };

/** The text of a result without what hooks added for the model; empty for a call without output. */
export function outputText({ result: { content }, notes = '' }: Pick<SettledCall, 'result' | 'notes'>): string {
  const text = notes !== '' && content.endsWith(notes) ? content.slice(0, -notes.length) : content;
  return text === NO_OUTPUT ? '' : text;
}

const reminderText = (text: string) => `\n\n<system-reminder>\n${text}\n</system-reminder>`;

const reminder = (text: string): ContentBlock => ({ type: 'text', text: reminderText(text) });

export const notesText = (notes: readonly string[]): string => notes.map(reminderText).join('');

const notesOf = (round: HookRound | undefined): readonly string[] => [...(round?.contexts ?? []), ...(round?.messages ?? [])];

/** Returns the texts after the call. A block comes too late, so that its reason is a text for the model (HOOK-17). */
const notesAfter = (round: HookRound | undefined): readonly string[] => [
  ...notesOf(round),
  ...(round?.verdict?.behavior === 'deny' ? [round.verdict.reason] : []),
];

/** Returns the output that hooks left. A replacement replaces every field, so that removed text is in no other field. */
function shownOutput(call: FollowedCall): RawOutput {
  const replaced = call.followed.updatedOutput;
  if (replaced === undefined) return call.output;
  const { value } = replaced;
  const { isError } = call.output;
  if (isContent(value)) return { typedContent: value, isError };
  if (typeof value === 'string') return { typedContent: [{ type: 'text', text: value }], isError };
  return { typedContent: [{ type: 'text', text: JSON.stringify(value) }], isError, structuredContent: value };
}

/** Whether the replacement of a hook is a list of content blocks. */
const isContent = (value: unknown): value is readonly ContentBlock[] =>
  Array.isArray(value) && value.length > 0 && value.every(isContentBlock);

/** The first part of a spilled text that the model still sees. Source: RES-02. */
const PREVIEW_BYTES = 2_000;
const CUT_ABOVE = 100_000;

const SPILLED = '<persisted-output>';

export const isSpilled = (text: string): boolean => text.startsWith(SPILLED);

/** Returns the text for the model in place of the text that was written to `path`. Source: RES-01. */
export function spilledText(text: string, path: string): string {
  return `${SPILLED}\nTool output saved to file. Original size: ${text.length} characters (${Math.ceil(bytesOf(text).length / 1024)} KB): ${path}\nRead that file to see the rest. Preview:\n${preview(text)}\n</persisted-output>`;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function preview(text: string): string {
  const bytes = bytesOf(whole(text.slice(0, PREVIEW_BYTES))).subarray(0, PREVIEW_BYTES);
  // The streaming decoder leaves out a last character that the cut splits.
  const head = new TextDecoder().decode(bytes, { stream: true });
  const lineEnd = head.lastIndexOf('\n');
  return lineEnd > head.length / 2 ? head.slice(0, lineEnd) : head;
}

/** Returns the first and the last part of a text that cannot be saved. Source: RES-08. */
function cutText(text: string): string {
  if (text.length <= CUT_ABOVE) return text;
  const half = CUT_ABOVE / 2;
  const leftOut = `(${text.length - CUT_ABOVE} of ${text.length} characters left out)`;
  return `${whole(text.slice(0, half))}\n\n... ${leftOut} ...\n\n${whole(text.slice(-half))}`;
}

/** Removes the halves of cut characters, since providers refuse them. */
const whole = (text: string) => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');

/** Replaces the halves of characters in a text, since providers refuse them. */
const wellFormed = (block: ContentBlock): ContentBlock =>
  block.type === 'text' && HALF.test(block.text) ? { ...block, text: block.text.replace(HALVES, '\uFFFD') } : block;

const HALF = /\p{Surrogate}/u;
const HALVES = /\p{Surrogate}/gu;

type Spill = (id: string, text: string) => Promise<string>;

/** Shortens content to the limit. All text for the model counts, also text of resources. Images and documents stay unchanged. */
async function withinBudget(
  content: readonly ContentBlock[],
  { id, limit, spill }: { id: string; limit: number; spill?: Spill | undefined },
): Promise<{ readonly content: readonly ContentBlock[]; readonly spilled?: number }> {
  const text = content.map((block) => modelText(block) ?? '').join('');
  if (text.length <= limit) return { content };
  const others = content.filter((block) => modelText(block) === undefined);
  const withText = (shorter: string): readonly ContentBlock[] => [{ type: 'text', text: shorter }, ...others];
  if (spill === undefined) return { content: withText(cutText(text)) };
  try {
    return { content: withText(spilledText(text, await spill(id, text))), spilled: text.length };
  } catch (error) {
    return { content: withText(`${cutText(text)}\n(The whole output could not be saved: ${messageOf(error)})`) };
  }
}

/**
 * Returns blocks in the shapes of the Messages API: text, images and PDFs unchanged, other resources as text with their URI.
 * Source: DEF-18.
 */
function toApiContent(content: readonly ContentBlock[]): string | readonly unknown[] {
  if (content.every((block) => block.type === 'text')) return textOf({ content: content });
  return content.map(toApiBlock);
}

/** Returns the text that the model reads for a block; `undefined` for an image or a document. */
function modelText(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return undefined;
    case 'resource_link':
      return `[Resource ${block.name ?? ''} ${block.uri}]`;
    case 'resource': {
      if (pdfOf(block) !== undefined) return undefined;
      const { uri, text, mimeType } = block.resource;
      return `[Resource ${uri}]\n${text ?? `(${mimeType ?? 'binary'} data, not shown)`}`;
    }
  }
}

function toApiBlock(block: ContentBlock): unknown {
  if (block.type === 'image') return { type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } };
  const pdf = pdfOf(block);
  if (pdf !== undefined) return { type: 'document', source: { type: 'base64', media_type: PDF, data: pdf } };
  return { type: 'text', text: modelText(block) ?? '' };
}

const PDF = 'application/pdf';

const pdfOf = (block: ContentBlock) =>
  block.type === 'resource' && block.resource.mimeType === PDF ? block.resource.blob : undefined;
