import type { Parsed, Schema } from '../contract/schema.js';
import type { ContentBlock, ToolOutput } from '../contract/tool-result.js';
import { messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { StopSignal, throwIfInterrupted } from '../interrupt/interrupt.js';
import { isObject } from '../names/json.js';
import type { CallEnvironment } from './environment.js';
import { contextFor, describeIssues } from './parse-input.js';
import type { CheckedCall, ExecutedCall, PermittedCall, RawOutput } from './states.js';
import { RunFailure, shown, toolFailure } from './tool-failure.js';

/** Runs the tool under its own signal, which aborts on interrupt and timeout. A tool that ignores the signal is abandoned. */
export async function execute(call: PermittedCall, env: CallEnvironment): Promise<ExecutedCall> {
  throwIfInterrupted(call, env);
  await env.journal?.started(call);
  throwIfInterrupted(call, env);
  env.emit({ type: 'tool_start', id: call.id, name: call.tool.name, input: call.parsed.input });
  const started = env.clock.now();
  const stopped = new StopSignal(call.tool, env);
  try {
    const context = contextFor(call, {
      env,
      signal: stopped.signal,
      progress: call.context.progress,
      permitted: call.subject.accesses,
    });
    const output = await Promise.race([run(call, context), stopped.overdue]);
    stopped.throwIfTimedOut();
    return { ...call, output: readOutput(output, call.tool.name), durationMs: env.clock.now() - started };
  } catch (error) {
    const { reason, interrupted } = stopped;
    throw new RunFailure(reason ?? toolFailure(error, call), { durationMs: env.clock.now() - started, interrupted });
  } finally {
    stopped.release();
  }
}

/** Turns a synchronous throw of the tool into a rejection. */
const run = async (call: PermittedCall, context: PermittedCall['context']): Promise<ToolOutput> =>
  call.tool.tool.call(call.parsed.input, context);

/** Checks structured output against the schema that the tool declares (F27). An error result need not fit (MCPS-08, PIPE-11). */
export async function checkOutput(call: ExecutedCall): Promise<CheckedCall> {
  const { output, tool } = call;
  if (tool.output === undefined || output.isError) return { ...call, checked: true };
  if (output.structuredContent === undefined)
    throw errors.TOOL_OUTPUT_INVALID({ name: tool.name, details: 'it has no structured content, which the tool declares' });
  const parsed = await parseOutput(call, tool.output);
  if (!parsed.ok) throw errors.TOOL_OUTPUT_INVALID({ name: tool.name, details: describeIssues(parsed.issues) });
  return { ...call, checked: true };
}

async function parseOutput(call: ExecutedCall, schema: Schema): Promise<Parsed<unknown>> {
  try {
    return await schema.parse(call.output.structuredContent);
  } catch (error) {
    throw toolFailure(error, call);
  }
}

/**
 * Reads the output of a tool, which may have no types. No value is an empty result. An object without content, a block of an
 * unknown type: TOOL_OUTPUT_UNREADABLE.
 */
export function readOutput(output: ToolOutput | undefined | null, name: string): RawOutput {
  if (output === undefined || output === null) return { typedContent: [], isError: false };
  if (typeof output === 'string') return { typedContent: [{ type: 'text', text: output }], isError: false };
  const {
    isError,
    is_error,
    content: given,
    structuredContent: structured,
    data,
  } = output as Exclude<ToolOutput, string> & Other;
  const structuredContent = plain(structured ?? data, name);
  const content = plain(given, name) ?? textOf(structuredContent);
  if (typeof content !== 'string' && !Array.isArray(content))
    throw unreadable(name, `it is ${shown(output)}, neither a text nor an object with content.`);
  const odd = typeof content === 'string' ? undefined : content.find((block) => !isContentBlock(block));
  if (odd !== undefined)
    throw unreadable(name, `it holds a content block that is not text, image, resource or resource_link: ${shown(odd)}`);
  return {
    typedContent: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    isError: isError === true || is_error === true,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}

/** The fields by which tools of other systems say the same (CON-29, G5). */
interface Other {
  readonly data?: unknown;
  readonly is_error?: boolean;
}

/** A copy with what JSON carries: a session stores every result, and no getter of the tool may answer otherwise then. */
function plain<T>(value: T, name: string): T {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? (String(value) as T) : value;
  try {
    return JSON.parse(JSON.stringify(value)) as T;
  } catch (error) {
    throw unreadable(name, `JSON does not carry it: ${messageOf(error).split('\n', 1)[0]}.`);
  }
}

const textOf = (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data));
const unreadable = (name: string, details: string) => errors.TOOL_OUTPUT_UNREADABLE({ name, details });

/** Whether a block can be sent. A block of another form makes an API refuse the whole conversation from then on. */
export function isContentBlock(block: unknown): block is ContentBlock {
  if (!isObject(block)) return false;
  const { type, text, data, mimeType, uri, resource } = block;
  if (type === 'text') return typeof text === 'string';
  if (type === 'image') return typeof data === 'string' && typeof mimeType === 'string';
  if (type === 'resource_link') return typeof uri === 'string';
  return type === 'resource' && isObject(resource) && typeof resource.uri === 'string';
}
