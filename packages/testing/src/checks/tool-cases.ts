import type { ToolResult } from '@loadout/core';
import { type Services, type TestContext, testContext } from '../test-context.js';
import type { Touches } from './touches.js';

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
  /** Milliseconds within which each call must end. Default 30,000. */
  readonly limitMs?: number | undefined;
  readonly services?: Services | undefined;
  /** `touches` of the plugin's manifest. What `access` names in a valid case, and what its call does, must be declared there. */
  readonly touches?: Touches | undefined;
  /** The keys of the services that the tool's own plugin offers. A tool need not declare these. Absent: not known. */
  readonly offered?: readonly string[] | undefined;
  /** Options that the plugin's schema marks as secrets. No answer may contain one. */
  readonly secrets?: readonly string[] | undefined;
}

export const caseName = (one: ValidCase | InvalidCase) =>
  one.name ?? (typeof one.input === 'function' ? '(made in the folder)' : (JSON.stringify(one.input) ?? 'nothing').slice(0, 100));

/** A fresh folder with the case's files in it. */
export async function prepare(
  one: ValidCase,
  { services, sessionId }: { readonly services: Services | undefined; readonly sessionId?: string | undefined },
) {
  const context = testContext({ services: services ?? [], ...(sessionId === undefined ? {} : { sessionId }) });
  await one.setup?.(context);
  const input: unknown = typeof one.input === 'function' ? one.input(context) : one.input;
  return { context, input };
}
