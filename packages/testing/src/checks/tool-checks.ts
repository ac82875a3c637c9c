import { type AnyTool, type ContentBlock, compileSchema, type Tool, type ToolOutput } from '@loadout/core';
import { toDetails, withPermitted } from '../call-tool.js';
import { testContext } from '../test-context.js';
import { type Check, checksOf, type Problem } from './check.js';
import { effectChecks } from './effect-checks.js';
import { jsonProblem } from './json-value.js';
import { secondResolution } from './permitted-paths.js';
import { providerSchemaProblem } from './provider-schema.js';
import { caseName, type InvalidCase, type Outcome, prepare, runCase, type ToolCases, type ValidCase } from './tool-cases.js';
import { undeclared } from './touches.js';

const MAX_CHARS = 50_000;
/** The most that a tool returns at once that pages itself. */
const MAX_PAGED_CHARS = 200_000;
const ABORT_GRACE_MS = 5_000;

/** All that must hold of a tool, as checks that any runner can run. Source: PLUG-04. */
export function toolChecks(tool: AnyTool, cases: ToolCases): Check[] {
  const check = checksOf(`The tool ${tool.name}`);
  return [
    ...authorChecks(check, cases),
    ...STATIC.map(([name, look]) => check(name, () => look(tool))),
    ...cases.invalid.map((one) => check(`refuses ${caseName(one)}`, () => refuses(tool, { one, cases }))),
    ...cases.valid.flatMap((one) => validChecks(check, { tool, one, cases })),
    ...abortChecks(check, { tool, cases }),
  ];
}

type MakeCheck = ReturnType<typeof checksOf>;

function authorChecks(check: MakeCheck, { valid, invalid }: ToolCases): Check[] {
  return [
    check('is tested with a valid case', () => (valid.length > 0 ? undefined : 'the list of valid cases is empty')),
    check('is tested with an invalid case', () => (invalid.length > 0 ? undefined : 'the list of invalid cases is empty')),
    check('is tested with each case once', () => {
      const names = [...valid.filter((one) => one.setup === undefined), ...invalid].map(caseName);
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      return twice === undefined ? undefined : `the case ${twice} stands there twice`;
    }),
  ];
}

/** Checks that need no call of the tool. */
export const STATIC: readonly (readonly [name: string, look: (tool: AnyTool) => Problem])[] = [
  [
    'has a name that every model takes',
    ({ name }) => (/^[\w-]{1,64}$/.test(name) ? undefined : `${JSON.stringify(name)} is not 1 to 64 letters, digits, _ and -`),
  ],
  ['has a description', ({ description }) => (description?.trim() ? undefined : 'it is empty')],
  ['has an input schema of an object', schemaProblem],
  [
    'has a schema that every provider takes',
    (tool) => providerSchemaProblem(compileSchema(tool.inputSchema, `the tool ${tool.name}`).json),
  ],
  [
    'has a sensible maxResultChars',
    ({ maxResultChars: limit }) => (limit === undefined || limit > 0 ? undefined : `it is ${limit}`),
  ],
];

function schemaProblem(tool: AnyTool): Problem {
  try {
    const { json } = compileSchema(tool.inputSchema, `the tool ${tool.name}`);
    return json.type === 'object' ? undefined : `its type is ${JSON.stringify(json.type)}`;
  } catch (error) {
    return String(error);
  }
}

async function refuses(anyTool: AnyTool, { one, cases }: { one: InvalidCase; cases: ToolCases }): Promise<Problem> {
  const tool = anyTool as Tool<unknown>;
  const parsed = await compileSchema(tool.inputSchema, `the tool ${tool.name}`).parse(one.input);
  if (!parsed.ok) {
    if (one.path === undefined || parsed.issues.some((issue) => issue.path === one.path)) return undefined;
    return `the schema refuses it, but not at ${one.path}: ${toDetails(parsed.issues)}`;
  }
  if (one.path !== undefined) return `the schema takes it; an issue at ${one.path} was expected`;
  const context = testContext({ services: cases.services ?? [] });
  try {
    const refusal = await tool.validateInput?.(parsed.value, context);
    if (refusal === undefined) return 'neither the schema nor validateInput refuses it';
    return one.refusal === undefined || one.refusal.test(refusal) ? undefined : `it says ${JSON.stringify(refusal)}`;
  } finally {
    await context.dispose();
  }
}

interface Subject {
  readonly tool: AnyTool;
  readonly one: ValidCase;
  readonly cases: ToolCases;
}

/** The case runs once, when the first of its checks is run. */
function validChecks(check: MakeCheck, { tool, one, cases }: Subject): Check[] {
  const { touches } = cases;
  let running: Promise<Outcome> | undefined;
  const outcome = () => {
    running ??= runCase(tool, { one, services: cases.services });
    return running;
  };
  const about = (what: string, look: (outcome: Outcome) => Problem | Promise<Problem>) =>
    check(`${what}: ${caseName(one)}`, async () => look(await outcome()));
  return [
    about('takes', ({ refusal }) => (refusal === undefined ? undefined : `it is refused: ${refusal}`)),
    about('answers', (seen) => answerProblem(seen, one)),
    about('gives back a well-formed result', (seen) => shapeProblem(seen)),
    about('gives back a result that JSON carries', ({ output }) => (output === undefined ? undefined : jsonProblem(output))),
    about('leaves its input as it was', ({ mutated }) => mutated),
    about('writes nothing when read-only', (seen) => (seen.readOnly ? seen.folderChange : undefined)),
    about('keeps to its output schema', (seen) => outputProblem(tool, seen)),
    about('keeps to its maxResultChars', ({ result }) => {
      const limit = Math.min(tool.maxResultChars ?? MAX_CHARS, MAX_PAGED_CHARS);
      return result.content.length <= limit ? undefined : `${result.content.length} characters of ${limit}`;
    }),
    about('answers for its flags', ({ flagProblem }) => flagProblem),
    ...effectChecks(about, { tool, cases }),
    ...(touches === undefined ? [] : [about('touches what its plugin declares', (seen) => undeclared(seen.permitted, touches))]),
    check(`opens the paths that it was permitted: ${caseName(one)}`, () =>
      secondResolution(tool, { one, services: cases.services }),
    ),
  ];
}

function answerProblem({ result, assertion, refusal, thrown }: Outcome, one: ValidCase): Problem {
  if (refusal !== undefined) return undefined;
  if (result.isError !== (one.isError ?? false)) {
    const how = thrown === undefined ? 'came back' : 'was thrown';
    return result.isError
      ? `an error ${how}: ${result.content}`
      : `an error was expected, it answered ${result.content.slice(0, 200)}`;
  }
  if (typeof one.text === 'string' && one.text !== result.content)
    return `the text is ${JSON.stringify(result.content.slice(0, 500))}, expected ${JSON.stringify(one.text)}`;
  if (one.text instanceof RegExp && !one.text.test(result.content))
    return `the text ${JSON.stringify(result.content.slice(0, 500))} does not match ${one.text}`;
  return assertion === undefined ? undefined : String(assertion);
}

function shapeProblem({ output, thrown, result }: Outcome): Problem {
  if (result.isError && result.content.trim() === '') return 'it failed without a message';
  if (thrown !== undefined || output === undefined || typeof output === 'string') return undefined;
  const { content, isError } = output as Exclude<ToolOutput, string>;
  if (isError !== undefined && typeof isError !== 'boolean') return `isError is ${JSON.stringify(isError)}`;
  if (typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return `content is ${JSON.stringify(content)}`;
  const bad = (content as readonly ContentBlock[]).find((block) => !isContentBlock(block));
  return bad === undefined ? undefined : `it holds the block ${JSON.stringify(bad)?.slice(0, 200)}`;
}

function isContentBlock(block: ContentBlock): boolean {
  if (block.type === 'text') return typeof block.text === 'string';
  if (block.type === 'image') return typeof block.data === 'string' && typeof block.mimeType === 'string';
  if (block.type === 'resource') return typeof block.resource?.uri === 'string';
  return block.type === 'resource_link' && typeof block.uri === 'string';
}

async function outputProblem(tool: AnyTool, { result, refusal }: Outcome): Promise<Problem> {
  if (tool.outputSchema === undefined || result.isError || refusal !== undefined) return undefined;
  if (result.structuredContent === undefined) return 'it declares an output schema, but gives no structuredContent';
  const parsed = await compileSchema(tool.outputSchema, `the tool ${tool.name}`).parse(result.structuredContent);
  return parsed.ok ? undefined : toDetails(parsed.issues);
}

function abortChecks(check: MakeCheck, { tool, cases }: Omit<Subject, 'one'>): Check[] {
  const one = cases.slow ?? cases.valid[0];
  if (one === undefined) return [];
  return [
    check('stops when it is aborted before it starts', () => settlesAfterAbort({ tool, one, cases }, 'before')),
    check('stops when it is aborted while it runs', () => settlesAfterAbort({ tool, one, cases }, 'while')),
  ];
}

async function settlesAfterAbort({ tool, one, cases }: Subject, when: 'before' | 'while'): Promise<Problem> {
  const { context, input } = await prepare(one, cases.services);
  const parsed = await compileSchema(tool.inputSchema, `the tool ${tool.name}`).parse(input);
  const grace = cases.abortGraceMs ?? ABORT_GRACE_MS;
  let timer: NodeJS.Timeout | undefined;
  try {
    if (!parsed.ok) return undefined;
    const permitted = (await (tool as Tool<unknown>).access?.(parsed.value, context)) ?? [];
    if (when === 'before') context.abort();
    const call = Promise.resolve()
      .then(() => (tool as Tool<unknown>).call(parsed.value, withPermitted(context, permitted)))
      .then(
        () => undefined,
        () => undefined,
      );
    if (when === 'while') setImmediate(() => context.abort());
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, grace, `it still runs ${grace} ms after the abort`);
    });
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
    await context.dispose();
  }
}
