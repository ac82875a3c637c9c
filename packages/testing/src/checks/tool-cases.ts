import type { Access, AnyTool, Tool, ToolResult } from '@loadout/core';
import { compileSchema } from '@loadout/core';
import { toDetails, toToolResult } from '../call-tool.js';
import { type Services, type TestContext, testContext } from '../test-context.js';
import type { Touches } from './touches.js';
import { type WatchedCall, watchedCall } from './watched-call.js';

/** A valid input, and its expected result. */
export interface ValidCase {
  /** Default: the input as JSON. */
  readonly name?: string | undefined;
  /** A function when it needs the folder's path. */
  readonly input: unknown | ((context: TestContext) => unknown);
  /** Writes the files of the case into `context.dir`. */
  readonly setup?: ((context: TestContext) => void | Promise<void>) | undefined;
  /** All text of the result, or a pattern in it. */
  readonly text?: string | RegExp | undefined;
  /** Looks at the result and throws when it is not right. */
  readonly result?: ((result: ToolResult, context: TestContext) => void | Promise<void>) | undefined;
  /** The case expects an error result. Default false. */
  readonly isError?: boolean | undefined;
}

/** An input that is refused before the tool runs. */
export interface InvalidCase {
  readonly name?: string | undefined;
  readonly input: unknown;
  /** JSON pointer of the schema issue. Omit for inputs that `validateInput` refuses. */
  readonly path?: string | undefined;
  /** A pattern that the refusal of `validateInput` matches. */
  readonly refusal?: RegExp | undefined;
}

export interface ToolCases {
  readonly valid: readonly ValidCase[];
  readonly invalid: readonly InvalidCase[];
  /** A case that takes long when nothing stops it, for the checks about abort. Default: the first valid one. */
  readonly slow?: ValidCase | undefined;
  /** Milliseconds within which an aborted call must settle. Default 5,000; a tool that listens needs a fraction of it. */
  readonly abortGraceMs?: number | undefined;
  readonly services?: Services | undefined;
  /** `touches` of the plugin's manifest. What `access` names in a valid case must be declared there. */
  readonly touches?: Touches | undefined;
  /** The keys of the services that the tool's own plugin offers. A tool need not declare these. Absent: not known. */
  readonly offered?: readonly string[] | undefined;
  /** Options that the plugin's schema marks as secrets. No answer may contain one. */
  readonly secrets?: readonly string[] | undefined;
}

/** The outcome of one run of a valid case. Each check looks at its own part. */
export interface Outcome extends WatchedCall {
  /** Why the tool was not called. */
  readonly refusal?: string | undefined;
  readonly mutated?: string | undefined;
  readonly readOnly: boolean;
  /** The access that the tool declared, all of it permitted. */
  readonly permitted: readonly Access[];
  /** The folder of the case. */
  readonly dir: string;
  /** A flag or `access` that failed on this input. */
  readonly flagProblem?: string | undefined;
  readonly assertion?: unknown;
}

export const caseName = (one: ValidCase | InvalidCase) =>
  one.name ?? (typeof one.input === 'function' ? '(made in the folder)' : (JSON.stringify(one.input) ?? 'nothing').slice(0, 100));

/** A fresh folder with the case's files in it. */
export async function prepare(one: ValidCase, services: Services | undefined, sessionId?: string | undefined) {
  const context = testContext({ services: services ?? [], ...(sessionId === undefined ? {} : { sessionId }) });
  await one.setup?.(context);
  const input: unknown = typeof one.input === 'function' ? one.input(context) : one.input;
  return { context, input };
}

export async function runCase(
  anyTool: AnyTool,
  { one, services, sessionId }: { one: ValidCase; services: Services | undefined; sessionId?: string | undefined },
): Promise<Outcome> {
  const tool = anyTool as Tool<unknown>;
  const { context, input } = await prepare(one, services, sessionId);
  try {
    const given = JSON.stringify(input);
    const parsed = await compileSchema(tool.inputSchema, `the tool ${tool.name}`).parse(input);
    if (!parsed.ok) return refused(toDetails(parsed.issues));
    const flags = await readFlags(tool, { input: parsed.value, context });
    const refusal = await tool.validateInput?.(parsed.value, context);
    if (refusal !== undefined) return refused(refusal);
    const beforeCall = JSON.stringify(parsed.value);
    const called = await watchedCall(tool, { input: parsed.value, context, permitted: flags.permitted });
    const mutated = JSON.stringify(input) !== given || JSON.stringify(parsed.value) !== beforeCall;
    const outcome = {
      ...called,
      ...flags,
      dir: context.dir,
      mutated: mutated ? `it had ${beforeCall} and has now ${JSON.stringify(parsed.value)}` : undefined,
    };
    return { ...outcome, assertion: await failureOf(() => one.result?.(called.result, context)) };
  } finally {
    await context.dispose();
  }
}

const refused = (refusal: string): Outcome => ({
  result: toToolResult('', ''),
  refusal,
  readOnly: false,
  permitted: [],
  dir: '',
  changed: [],
  fetched: [],
  used: [],
});

interface Given {
  readonly input: unknown;
  readonly context: TestContext;
}

type Flags = Pick<Outcome, 'readOnly' | 'flagProblem' | 'permitted'>;

async function readFlags(tool: Tool<unknown>, { input, context }: Given): Promise<Flags> {
  const { isReadOnly: readOnly = tool.annotations?.readOnlyHint ?? false, isConcurrencySafe: safe = false } = tool;
  let answer = false;
  let permitted: readonly Access[] = [];
  const problem = await failureOf(async () => {
    answer = typeof readOnly === 'function' ? readOnly(input) : readOnly;
    if (typeof safe === 'function') safe(input);
    permitted = (await tool.access?.(input, context)) ?? [];
    for (const access of permitted) {
      if ('path' in access && !access.path.startsWith('/') && !/^[A-Za-z]:/.test(access.path))
        throw new RangeError(`access names the relative path ${access.path}`);
    }
  });
  return { readOnly: answer, permitted, flagProblem: problem === undefined ? undefined : String(problem) };
}

async function failureOf(body: () => unknown): Promise<unknown> {
  try {
    await body();
    return undefined;
  } catch (error) {
    return error ?? new Error('a failure without a value');
  }
}
