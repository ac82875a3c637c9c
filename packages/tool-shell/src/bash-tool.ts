import { type AnyTool, defineTool, isObject, Sandbox, type Schema, type Tool } from '@loadout/core';
import type { BashCalls } from './bash-calls.js';
import { type BashParts, DEFAULT_TIMEOUT_MS } from './bash-parts.js';

const MOST_TIMEOUT_MS = 600_000;
/** Linux takes no longer argument. */
const MOST_COMMAND_BYTES = 128 * 1024 - 1;

const inputSchema = {
  type: 'object',
  properties: {
    command: { type: 'string', description: 'The command' },
    timeout: {
      type: 'integer',
      minimum: 1,
      maximum: MOST_TIMEOUT_MS,
      description: 'Milliseconds',
    },
    description: { type: 'string', description: 'What it does, in a few words' },
    run_in_background: {
      type: 'boolean',
      default: false,
      description: 'Return at once with a task id for TaskOutput and TaskStop',
    },
  },
  required: ['command'],
  additionalProperties: false,
} as const;

export function bashTool(parts: BashParts): AnyTool {
  let calls: BashCalls | undefined;
  let loading: Promise<BashCalls> | undefined;
  const load = () => {
    loading ??= import('./bash-calls.js').then(({ createBashCalls }) => {
      calls = createBashCalls(parts);
      return calls;
    });
    return loading;
  };
  const tool = defineTool({
    name: 'Bash',
    rereadable: true,
    role: 'runs-commands',
    aliases: ['bash'],
    description: `Runs a command in bash and returns its output, and its exit code if it is not 0. The working directory is kept for the next call (inside the working directories), variables are not. Standard input is closed. After timeout (${DEFAULT_TIMEOUT_MS} ms unless given) all its processes are ended. Set run_in_background for long-running commands. To read, search or change files, prefer the tools made for it.`,
    inputSchema,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    isReadOnly: ({ command }) => calls?.analysisOf(command).readOnly === true,
    isConcurrencySafe: ({ command }) => {
      const analysis = calls?.analysisOf(command);
      return analysis?.readOnly === true && analysis.stays;
    },
    maxResultChars: 30_000,
    validateInput: (input, context) =>
      wantsOut(input) && context.find(Sandbox) !== undefined ? NO_SANDBOX_SWITCH : commandProblem(input.command),
    access: (input, context) =>
      calls?.accessesOf(input, context) ?? [{ kind: 'run', text: input.command, unclear: 'the analyser is not loaded' }],
    call: async (input, context) => (await load()).call(input, context),
  });
  return beforeParsing(tool, load);
}

/**
 * The flags of a tool are asked for right after its input is parsed, and at once; so parsing is where the analyser is loaded:
 * at the first call and not at start, where it would cost every run that never calls Bash.
 */
function beforeParsing<In>(tool: Tool<In>, load: () => Promise<unknown>): AnyTool {
  const schema = tool.inputSchema as Schema<never>;
  let loaded = false;
  const parse: Schema<never>['parse'] = (value) => {
    if (loaded) return schema.parse(value);
    return load().then(() => {
      loaded = true;
      return schema.parse(value);
    });
  };
  return { ...tool, inputSchema: { json: schema.json, parse: withoutSandboxFlags(withLineFeeds(parse)) } };
}

/** Reads Windows line ends as line feeds: to bash, a carriage return is a part of the last word of a line (GAP-B2). */
function withLineFeeds(parse: Schema<never>['parse']): Schema<never>['parse'] {
  return (value) =>
    isObject(value) && typeof value.command === 'string' && value.command.includes('\r')
      ? parse({ ...value, command: value.command.replace(/\r(?=\n|$)/g, '') })
      : parse(value);
}

const NO_SANDBOX_SWITCH =
  'dangerouslyDisableSandbox is not a parameter: no call can leave the sandbox. It is configured under sandbox in agent.config.yaml; excludedCommands there names what runs outside.';

/** The names that other systems have for a switch of the sandbox: models know them and send them. */
const FLAGS = ['dangerouslyDisableSandbox', 'dangerously_disable_sandbox'];
/** Inputs that asked to leave the sandbox, which only the context of a call can answer. */
const wishes = new WeakSet<object>();
const wantsOut = (input: object): boolean => wishes.has(input);

/** Leaves out the flags, and remembers the inputs that had one set (decision 0026). */
function withoutSandboxFlags(parse: Schema<never>['parse']): Schema<never>['parse'] {
  const stripped = async (value: Readonly<Record<string, unknown>>) => {
    const parsed = await parse(Object.fromEntries(Object.entries(value).filter(([name]) => !FLAGS.includes(name))));
    if (parsed.ok && FLAGS.some((name) => value[name] === true)) wishes.add(parsed.value);
    return parsed;
  };
  return (value) => (isObject(value) && FLAGS.some((name) => Object.hasOwn(value, name)) ? stripped(value) : parse(value));
}

function commandProblem(command: string): string | undefined {
  if (command.trim() === '') return 'The command is empty.';
  if (command.includes('\0')) return 'The command contains a null byte; bash cannot take it.';
  const bytes = Buffer.byteLength(command);
  if (bytes > MOST_COMMAND_BYTES)
    return `The command has ${bytes} bytes; the system takes ${MOST_COMMAND_BYTES}. Write it to a file and run that.`;
  return undefined;
}
