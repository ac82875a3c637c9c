import type { PoolTool } from '@loadout/core/run';
import { toDetails } from '../call-tool.js';
import type { Problem } from './check.js';
import type { Outcome } from './run-case.js';
import type { ValidCase } from './tool-cases.js';

/** The answer is the one that the case expects. */
export function answerProblem({ result, assertion, refusal, endless, thrown }: Outcome, one: ValidCase): Problem {
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

export function shapeProblem({ output, thrown, result }: Outcome): Problem {
  // An output that a run cannot read is there, and its reading failed.
  if (thrown !== undefined && output !== undefined) return result.content;
  if (result.isError && result.content.trim() === '') return 'it failed without a message';
  if (/\p{Surrogate}/u.test(result.content)) return 'it holds half of a character, which providers refuse';
  if (typeof output !== 'object' || output === null) return undefined;
  const { isError } = output;
  if (isError !== undefined && typeof isError !== 'boolean') return `isError is ${JSON.stringify(isError)}`;
  return undefined;
}

export async function outputProblem({ output }: PoolTool, { result, refusal, endless }: Outcome): Promise<Problem> {
  if (output === undefined || result.isError || refusal !== undefined || endless !== undefined) return undefined;
  if (result.structuredContent === undefined) return 'it declares an output schema, but gives no structuredContent';
  const parsed = await output.parse(result.structuredContent);
  return parsed.ok ? undefined : toDetails(parsed.issues);
}
