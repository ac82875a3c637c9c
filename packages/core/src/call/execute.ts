import type { Parsed, Schema } from '../contract/schema.js';
import type { ToolOutput } from '../contract/tool-result.js';
import { errors } from '../errors.js';
import { StopSignal, throwIfInterrupted } from '../interrupt/interrupt.js';
import type { CallEnvironment } from './environment.js';
import { describeIssues } from './parse-input.js';
import { readOutput } from './read-output.js';
import { contextFor } from './resolve.js';
import type { CheckedCall, ExecutedCall, PermittedCall } from './states.js';
import { RunFailure, toolFailure } from './tool-failure.js';

/** Runs the tool under its own signal, which aborts on interrupt and timeout. A tool that ignores the signal is abandoned. */
export async function execute(call: PermittedCall, env: CallEnvironment): Promise<ExecutedCall> {
  throwIfInterrupted(call, env);
  await env.journal?.started(call);
  throwIfInterrupted(call, env);
  env.emit({ type: 'tool_start', id: call.id, name: call.tool.name, input: call.parsed.input });
  const started = env.clock.now();
  const stopped = new StopSignal(call.tool, env);
  try {
    const context = contextFor(call, { env, signal: stopped.signal, progress: call.context.progress, permitted: call.accesses });
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
