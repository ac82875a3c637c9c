import { randomUUID } from 'node:crypto';
import { type AnyTool, defineTool, type Schema, type Tool, type ToolContext } from '@loadout/core';
import type { Analysis } from './analyse/analyse.js';
import { resultOf } from './result.js';
import { childEnv } from './run/child-env.js';
import { benignMeaning } from './run/exit-meaning.js';
import { assertFolder, followFolder } from './run/follow-folder.js';
import type { LastFolder } from './run/last-folder.js';
import { progressLines } from './run/progress-lines.js';
import { runBash } from './run/run-bash.js';

const DEFAULT_TIMEOUT_MS = 120_000;
const MOST_TIMEOUT_MS = 600_000;
/** Linux takes no longer argument. */
const MOST_COMMAND_BYTES = 128 * 1024 - 1;

const inputSchema = {
  type: 'object',
  properties: {
    command: { type: 'string', description: 'What bash runs' },
    timeout: {
      type: 'integer',
      minimum: 1,
      maximum: MOST_TIMEOUT_MS,
      default: DEFAULT_TIMEOUT_MS,
      description: 'Milliseconds',
    },
    description: { type: 'string', description: 'What it does, in a few words' },
  },
  required: ['command'],
  additionalProperties: false,
} as const;

interface BashInput {
  readonly command: string;
  readonly timeout?: number | undefined;
  readonly description?: string | undefined;
}

/** What the analyser offers once it is loaded. */
export type Analyser = typeof import('./analyse/index.js');

export interface BashParts {
  readonly env: Readonly<Record<string, string>>;
  readonly lastFolder: LastFolder;
}

export function bashTool(parts: BashParts): AnyTool {
  let analyser: Analyser | undefined;
  const analysisOf = (command: string): Analysis | undefined => analyser?.analyse(command);
  const tool = defineTool({
    name: 'Bash',
    aliases: ['bash'],
    description: `Runs a command in bash and gives back its output and, when it is not 0, its exit code. The working directory is kept for the next call (inside the working directories), variables are not. Standard input is closed. After timeout (${DEFAULT_TIMEOUT_MS} ms unless given) all its processes are ended. It cannot run in the background. To read, search or change files prefer the tools made for it.`,
    inputSchema,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    isReadOnly: ({ command }) => analysisOf(command)?.readOnly === true,
    isConcurrencySafe: ({ command }) => {
      const analysis = analysisOf(command);
      return analysis?.readOnly === true && analysis.stays;
    },
    maxResultChars: 30_000,
    validateInput: ({ command }) => commandProblem(command),
    access: ({ command }, context) => {
      if (analyser === undefined) return [{ kind: 'run', text: command, unclear: 'the analyser is not loaded' }];
      return analyser.accessesOf(command, { analysis: analyser.analyse(command), cwd: context.cwd });
    },
    call: (input, context) => call(input, { ...parts, context, analysisOf }),
  });
  return afterLoading(tool, async () => {
    analyser ??= await import('./analyse/index.js');
  });
}

/**
 * The flags of a tool are asked for right after its input is parsed, and at once; so parsing is where the analyser is loaded:
 * at the first call and not at start, where it would cost every run that never calls Bash.
 */
function afterLoading<In>(tool: Tool<In>, load: () => Promise<void>): AnyTool {
  const schema = tool.inputSchema as Schema<never>;
  let loaded = false;
  const parse: Schema<never>['parse'] = (value) => {
    if (loaded) return schema.parse(value);
    return load().then(() => {
      loaded = true;
      return schema.parse(value);
    });
  };
  return { ...tool, inputSchema: { json: schema.json, parse } };
}

function commandProblem(command: string): string | undefined {
  if (command.trim() === '') return 'The command is empty.';
  if (command.includes('\0')) return 'The command contains a null byte; bash cannot take it.';
  const bytes = Buffer.byteLength(command);
  if (bytes > MOST_COMMAND_BYTES)
    return `The command has ${bytes} bytes; the system takes ${MOST_COMMAND_BYTES}. Write it to a file and run that.`;
  return undefined;
}

interface Job extends BashParts {
  readonly context: ToolContext;
  readonly analysisOf: (command: string) => Analysis | undefined;
}

async function call(input: BashInput, { env, lastFolder, context, analysisOf }: Job) {
  assertFolder(context);
  const runId = randomUUID();
  const timeoutMs = input.timeout ?? DEFAULT_TIMEOUT_MS;
  const end = await runBash({
    command: input.command,
    cwd: context.cwd,
    env: childEnv(context.env, { env, runId, prelude: lastFolder.prelude() }),
    runId,
    timeoutMs,
    signal: context.signal,
    onOutput: progressLines(context),
  });
  const lastPath = lastFolder.take(runId);
  const note = end.ended === 'itself' && lastPath !== undefined ? followFolder(lastPath, context) : undefined;
  const meaning = benignMeaning(end.exitCode, analysisOf(input.command)?.lastWords);
  return resultOf(end, { timeoutMs, meaning, note });
}
