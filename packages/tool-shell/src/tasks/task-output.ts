import { type AnyTool, defineTool, type TaskStatus, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { firstEnd } from '../run/first-end.js';
import { findTask } from './find-task.js';

const DEFAULT_TIMEOUT_MS = 30_000;
const MOST_TIMEOUT_MS = 600_000;
const MOST_PATTERN_CHARS = 1000;

const inputSchema = {
  type: 'object',
  properties: {
    task_id: { type: 'string' },
    block: { type: 'boolean', default: true, description: 'Wait until the task has ended, at most timeout' },
    timeout: {
      type: 'integer',
      minimum: 0,
      maximum: MOST_TIMEOUT_MS,
      default: DEFAULT_TIMEOUT_MS,
      description: 'Milliseconds',
    },
    filter: { type: 'string', description: 'Regular expression: only lines that match; the others are dropped for good' },
  },
  required: ['task_id'],
  additionalProperties: false,
} as const;

interface TaskOutputInput {
  readonly task_id: string;
  readonly block?: boolean | undefined;
  readonly timeout?: number | undefined;
  readonly filter?: string | undefined;
}

/** Reads the output of any kind of background task. */
export function taskOutputTool(): AnyTool {
  return defineTool({
    name: 'TaskOutput',
    forParentOnly: true,
    aliases: ['BashOutput', 'AgentOutput'],
    inputAliases: { bash_id: 'task_id', id: 'task_id' },
    description:
      'Returns the output of a background task since the last call, and its status: running, completed, failed or killed. Waits until the task has ended, unless block is false or the timeout (30000 ms unless given) is over.',
    inputSchema,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    isConcurrencySafe: true,
    maxResultChars: 30_000,
    call: (input, context) => call(input, context),
  });
}

async function call(input: TaskOutputInput, context: ToolContext) {
  const filter = input.filter === undefined ? undefined : patternOf(input.filter);
  const task = findTask(input.task_id, context);
  if (input.block ?? true) await firstEnd(task.ended, { timeoutMs: input.timeout ?? DEFAULT_TIMEOUT_MS, signal: context.signal });
  // The status first: output that comes in between is then read by the next call, not lost behind a final status.
  const status = task.status();
  const output = await task.read(filter);
  return {
    content: `Status: ${statusText(status)}\n${output.replace(/\n$/, '') || '(no new output)'}`,
    structuredContent: { task_id: task.id, type: task.type, status: status.state, exitCode: status.exitCode, output },
  };
}

function patternOf(source: string): RegExp {
  if (source.length > MOST_PATTERN_CHARS) {
    const problem = `it has ${source.length} characters, at most ${MOST_PATTERN_CHARS} are taken`;
    throw errors.SHELL_FILTER_INVALID({ pattern: `${source.slice(0, 50)}…`, problem });
  }
  try {
    return new RegExp(source);
  } catch (cause) {
    throw errors.SHELL_FILTER_INVALID({ pattern: source, problem: (cause as Error).message }, { cause });
  }
}

const statusText = ({ state, exitCode }: TaskStatus) => (exitCode === undefined ? state : `${state} (exit code ${exitCode})`);
