import type { AnyTool } from '@loadout/core';
import type { PoolTool } from '@loadout/core/run';
import { readTool, toDetails } from '../call-tool.js';
import { abortProblem } from './abort-checks.js';
import { type Check, checksOf, type Problem, register, type TestRunner } from './check.js';
import { atOnceProblem, removedProblem, repeatedProblem } from './consequence-checks.js';
import { readOnlyProblem } from './declared-effects.js';
import { jsonProblem } from './difference.js';
import { effectChecks } from './effect-checks.js';
import { secondResolution } from './permitted-paths.js';
import { refuses } from './refusal-checks.js';
import { mediaProblem, sizeProblem } from './result-checks.js';
import { type Outcome, runCase } from './run-case.js';
import { STATIC } from './static-checks.js';
import { caseName, type ToolCases, type ValidCase } from './tool-cases.js';
import { undeclared } from './touches.js';
import { type Trial, trialOf } from './trial.js';

/** All that must hold of a tool, as checks that any runner can run. Source: PLUG-04. */
export function toolChecks(tool: AnyTool, cases: ToolCases, trial: Trial = trialOf(cases)): Check[] {
  const check = checksOf(`The tool ${tool.name}`);
  let read: PoolTool | undefined;
  const own = (): PoolTool => {
    read ??= readTool(tool);
    return read;
  };
  return [
    ...authorChecks(check, cases),
    ...STATIC.map(([name, look]) => check(name, () => look(tool))),
    ...cases.invalid.map((one) =>
      check(`refuses ${caseName(one)}`, () => refuses(own(), { one, trial, secrets: cases.secrets })),
    ),
    ...cases.valid.flatMap((one) => validChecks(check, { given: tool, tool: own, one, cases, trial })),
    ...abortChecks(check, { given: tool, tool: own, cases, trial }),
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

interface Subject {
  readonly given: AnyTool;
  /** The tool as a run reads it. Nothing is read before a check runs. */
  readonly tool: () => PoolTool;
  readonly one: ValidCase;
  readonly cases: ToolCases;
  readonly trial: Trial;
}

/** The case runs once, when the first of its checks is run. */
function validChecks(check: MakeCheck, { given, tool, one, cases, trial }: Subject): Check[] {
  const { touches } = cases;
  let running: Promise<Outcome> | undefined;
  const outcome = () => {
    running ??= runCase(tool(), { one, trial });
    return running;
  };
  const about = (what: string, look: (outcome: Outcome) => Problem | Promise<Problem>) =>
    check(`${what}: ${caseName(one)}`, async () => look(await outcome()));
  const judged = (
    what: string,
    look: (subject: { tool: PoolTool; one: ValidCase; trial: Trial }) => Problem | Promise<Problem>,
  ) => check(`${what}: ${caseName(one)}`, () => look({ tool: tool(), one, trial }));
  return [
    about('takes', ({ refusal }) => (refusal === undefined ? undefined : `it is refused: ${refusal}`)),
    about('comes to an end', ({ endless }) => endless),
    about('answers', (seen) => answerProblem(seen, one)),
    about('gives back a well-formed result', (seen) => shapeProblem(seen) ?? mediaProblem(seen)),
    about('gives back a result that JSON carries', ({ output }) => (output === undefined ? undefined : jsonProblem(output))),
    about('leaves its input as it was', ({ mutated }) => mutated),
    about('writes nothing when read-only', (outcome) =>
      outcome.readOnly ? (outcome.folderChange ?? readOnlyProblem(outcome.seen, { ...outcome, touches })) : undefined,
    ),
    about('keeps to its output schema', (seen) => outputProblem(tool(), seen)),
    about('keeps to its maxResultChars', (seen) => sizeProblem(seen, tool().maxResultChars)),
    about('answers for its flags', ({ flagProblem }) => flagProblem),
    ...effectChecks(about, { tool: given, cases }),
    about('leaves nothing running', ({ left }) =>
      left === undefined ? undefined : `there is still ${left}; end it before the answer, and when context.signal aborts`,
    ),
    ...(touches === undefined ? [] : [about('touches what its plugin declares', (seen) => undeclared(seen.permitted, touches))]),
    judged('opens the paths that it was permitted', secondResolution),
    judged('removes nothing, if it is not destructive', removedProblem),
    judged('does the same when it is called again, if it is idempotent', repeatedProblem),
    about('does the same at once as in turn, if it is safe for that', ({ concurrencySafe }) =>
      concurrencySafe ? atOnceProblem({ tool: tool(), one, trial, cases: cases.valid }) : undefined,
    ),
  ];
}

function abortChecks(check: MakeCheck, { tool, cases, trial }: Omit<Subject, 'one'>): Check[] {
  const one = cases.slow ?? cases.valid[0];
  if (one === undefined) return [];
  return (['before it starts', 'while it runs'] as const).map((when) =>
    check(`stops when it is aborted ${when}`, () => abortProblem(tool(), { one, trial, when })),
  );
}

/** The answer is the one that the case expects. */
function answerProblem({ result, assertion, refusal, endless, thrown }: Outcome, one: ValidCase): Problem {
  if (refusal !== undefined || endless !== undefined) return undefined;
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
  // An output that a run cannot read is there, and its reading failed.
  if (thrown !== undefined && output !== undefined) return result.content;
  if (result.isError && result.content.trim() === '') return 'it failed without a message';
  if (/\p{Surrogate}/u.test(result.content)) return 'it holds half of a character, which providers refuse';
  if (typeof output !== 'object' || output === null) return undefined;
  const { isError } = output;
  if (isError !== undefined && typeof isError !== 'boolean') return `isError is ${JSON.stringify(isError)}`;
  return undefined;
}

async function outputProblem({ output }: PoolTool, { result, refusal, endless }: Outcome): Promise<Problem> {
  if (output === undefined || result.isError || refusal !== undefined || endless !== undefined) return undefined;
  if (result.structuredContent === undefined) return 'it declares an output schema, but gives no structuredContent';
  const parsed = await output.parse(result.structuredContent);
  return parsed.ok ? undefined : toDetails(parsed.issues);
}

/** Tests a tool with its author's cases: one test for each thing that must hold. `describe` and `it` are the caller's own. */
export function describeTool(tool: AnyTool, cases: ToolCases & TestRunner): void {
  register(tool.name, { runner: cases, checks: toolChecks(tool, cases) });
}
