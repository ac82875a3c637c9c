/** The first stages: the tool that the model names, and the input as the schema of that tool reads it. */

import type { Access } from '../contract/permission.js';
import type { Issue, JsonSchema } from '../contract/schema.js';
import type { AnyTool, Tool, ToolContext } from '../contract/tool.js';
import { errors } from '../errors.js';
import { throwIfInterrupted, unlessInterrupted } from '../interrupt/interrupt.js';
import { homeProblem, inHome } from '../names/home.js';
import { pointerKeys } from '../names/json.js';
import { nearest } from '../names/nearest.js';
import type { SourceVerdict } from '../names/source-members.js';
import { isWireName, MCP_INPUT, uncutName } from '../names/wire-name.js';
import { standsAgainst } from '../permit/match-rules.js';
import type { PoolTool, ToolPool } from '../pool/assemble.js';
import type { DecidingEnvironment, InputBounds } from './environment.js';
import type { ParsedCall, RequestedCall, ResolvedCall } from './states.js';
import { toolFailure } from './tool-failure.js';

/** The characters of a progress message, which is a line for a person. */
const MOST_PROGRESS = 10_000;

/** Finds the tool by name or alias, within the active restriction. Source: PIPE-01, PIPE-02, ALIAS-00. */
export function resolve(requested: RequestedCall, env: DecidingEnvironment): ResolvedCall {
  const call = env.pool.get(requested.name) === undefined ? routeMcpInput(requested, env.pool) : requested;
  const tool = env.pool.get(call.name);
  if (tool === undefined) throw unknownTool(call.name, env);
  checkRestriction(tool, env);
  const progress = (message: string) =>
    env.emit({ type: 'tool_progress', id: call.id, name: tool.name, message: String(message).slice(0, MOST_PROGRESS) });
  return { ...call, tool, context: contextFor({ ...call, tool }, { env, signal: env.signal, progress }) };
}

function unknownTool(name: string, { pool, restrictions, whyMissing }: DecidingEnvironment) {
  const available = restrictions.visible(pool).tools.map((one) => one.name);
  const missing = whyMissing?.(name);
  return errors.TOOL_UNKNOWN({ name, missing, nearest: missing === undefined ? nearest(name, available) : undefined, available });
}

/** Throws for a restricted tool. Called again when the call starts: an earlier skill in the same message may restrict more. */
export function checkRestriction(tool: PoolTool, { restrictions, pool }: DecidingEnvironment): void {
  if (restrictions.allows(tool)) return;
  throw errors.TOOL_RESTRICTED({ name: tool.name, allowed: restrictions.visible(pool).tools.map((one) => one.name) });
}

interface ContextParts {
  readonly env: DecidingEnvironment;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  readonly permitted?: readonly Access[];
}

/** Returns the context of one call: the parts from the runner, and the answers of the rules. */
export function contextFor(
  call: RequestedCall & { readonly tool: PoolTool },
  { env, signal, progress, permitted = [] }: ContextParts,
): ToolContext {
  const asked = { tool: call.tool, input: call.input };
  return {
    ...env.contextFor({ id: call.id, signal, progress }),
    permitted,
    mayRead: (path) => !standsAgainst({ kind: 'read', path }, asked, env.permissions()),
  };
}

/**
 * Replaces a call of `McpInput` by the call that it describes: the tool of an MCP server under its wire name, so that rules and
 * hooks see that name, and the tool's input. The field `tool` or `name` names the tool as the model sees it or, with `server`, as
 * its server calls it. Source: TOOL-MCPIN-01, ALIAS-18.
 */
export function routeMcpInput(call: RequestedCall, pool: ToolPool): RequestedCall {
  const { input } = call;
  if (call.name !== MCP_INPUT || pool.get(MCP_INPUT) !== undefined || typeof input !== 'object' || input === null) return call;
  const { server, ...rest } = input as Readonly<Record<string, unknown>>;
  const naming = typeof rest.tool === 'string' ? 'tool' : 'name';
  const { [naming]: named, ...args } = rest;
  if (typeof named !== 'string') return call;
  const wire = typeof server === 'string' && !isWireName(named) ? nameIn(pool, { server, name: named }) : named;
  return {
    ...call,
    name: pool.get(wire)?.origin.kind === 'mcp' ? wire : `${MCP_INPUT} of ${wire}`,
    input: loneArguments(args) ?? args,
  };
}

/** The name of a server's tool in the pool. A tool whose name is cut is found by what the MCP client says of it. */
function nameIn(pool: ToolPool, { server, name }: { readonly server: string; readonly name: string }): string {
  const said = ({ origin, tool }: PoolTool) => origin.server === server && (tool as McpTool).mcp?.tool === name;
  return pool.tools.find(said)?.name ?? uncutName(server, name);
}

/** The member that the MCP client puts on a tool. */
type McpTool = AnyTool & { readonly mcp?: { readonly tool?: unknown } };

/** Reads arguments from the one field into which some callers put all of them. */
function loneArguments(args: Readonly<Record<string, unknown>>): unknown {
  const value = args.arguments;
  const isLone = Object.keys(args).length === 1 && typeof value === 'object' && value !== null && !Array.isArray(value);
  return isLone ? value : undefined;
}

/**
 * Parses the input with the schema of the tool. Invalid input ends the call before any hook, permission or tool sees it
 * (PIPE-03).
 */
export async function parseInput(call: ResolvedCall, env: DecidingEnvironment): Promise<ParsedCall> {
  if (call.malformed !== undefined) throw errors.TOOL_INPUT_MALFORMED({ name: call.tool.name, raw: call.malformed });
  if (call.excess !== undefined) throw errors.TOOL_INPUT_TOO_LARGE({ name: call.tool.name, problem: call.excess });
  return { ...call, parsed: await parseFor(call, call.input, env) };
}

/**
 * Replaces the input by one that a hook or a person changed. The new input passes all checks of the model's input. If the call
 * may no longer run beside others, it waits to run alone.
 */
export async function replaceInput<C extends ParsedCall>(call: C, input: unknown, env: DecidingEnvironment): Promise<C> {
  const changed = { ...call, parsed: await parseFor(call, input, env) };
  const { tool } = call;
  if (tool.isConcurrencySafe(call.parsed.input) && !tool.isConcurrencySafe(changed.parsed.input))
    await unlessInterrupted(() => env.turn(changed), call, env);
  return changed;
}

async function parseFor(call: ResolvedCall, given: unknown, env: DecidingEnvironment): Promise<ParsedCall['parsed']> {
  const problem = inputExcess(given, env.inputBounds);
  if (problem !== undefined) throw errors.TOOL_INPUT_TOO_LARGE({ name: call.tool.name, problem });
  try {
    const { result, verdict } = await unlessInterrupted(() => judged(call, given, env), call, env);
    const refusal = refusalOf(verdict);
    if (refusal === undefined) return { ...result, written: withWholePaths(result.written, whereIn(call)) };
    throw errors.TOOL_INPUT_REFUSED({ name: call.tool.name, why: refusal });
  } catch (error) {
    throw toolFailure(error, call);
  }
}

/** Parses an input, and asks the tool about it unless the run was interrupted meanwhile. */
async function judged(call: ResolvedCall, given: unknown, env: DecidingEnvironment) {
  const { written, input } = await parsed(call, given);
  throwIfInterrupted(call, env);
  const place = { tool: call.tool.tool, context: call.context };
  const result = { written: withHome(written, place), input: withHome(input, place) };
  return { result, verdict: await call.tool.tool.validateInput?.(result.input, call.context) };
}

/** Reads a verdict, also in the form `{ result, message }` of other systems (DEF-12). Throws for any other: it may mean a refusal. */
export function refusalOf(verdict: string | undefined | null | Partial<SourceVerdict>): string | undefined {
  if (verdict === undefined || verdict === null) return undefined;
  if (typeof verdict === 'string') return verdict;
  if (verdict.result === true) return undefined;
  if (verdict.result === false) return verdict.message ?? 'the input is refused';
  throw new TypeError(`validateInput returned ${JSON.stringify(verdict)}, neither a text nor undefined`);
}

const whereIn = ({ tool, context }: ResolvedCall) => ({ paths: tool.tool.paths, cwd: context.cwd });

/** Parses an input, and repairs an input that fits only after the repair (PIPE-05). */
async function parsed(call: ResolvedCall, given: unknown): Promise<ParsedCall['parsed']> {
  const spelled = call.tool.spell(structuredClone(given));
  if (!spelled.ok) throw errors.TOOL_INPUT_INVALID({ name: call.tool.name, details: describeIssues(spelled.issues) });
  const written = spelled.value;
  const first = await call.tool.input.parse(structuredClone(written));
  if (first.ok) return { written, input: first.value };
  const repaired = repair(written, call.tool.input.json, first.issues);
  const second = await call.tool.input.parse(structuredClone(repaired));
  if (second.ok) return { written: repaired, input: second.value };
  throw errors.TOOL_INPUT_INVALID({ name: call.tool.name, details: describeIssues(first.issues) });
}

/** `hides`: whether the value at a path is left out, because it may be a secret. */
export function describeIssues(
  issues: readonly Issue[],
  { hides = () => false }: { readonly hides?: (path: string) => boolean } = {},
): string {
  return issues
    .map((issue) => `${pointerKeys(issue.path).join('.') || 'the input'}: ${issueText(issue, { hidesValue: hides(issue.path) })}`)
    .join('; ');
}

const MOST_CHARS = 8_000_000;
const MOST_DEPTH = 200;

/**
 * Describes how an input exceeds its bounds; returns `undefined` for an input within bounds. The walk has no recursion, since
 * later code, from schemas to the journal, may recurse.
 */
export function inputExcess(
  input: unknown,
  { chars: mostChars = MOST_CHARS, depth: mostDepth = MOST_DEPTH }: InputBounds = {},
): string | undefined {
  if (typeof input !== 'object' || input === null) return textExcess(String(input).length, mostChars);
  const waiting: { readonly value: object; readonly depth: number }[] = [{ value: input, depth: 1 }];
  let chars = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (depth > mostDepth) return `it is nested deeper than ${mostDepth} levels`;
    const isList = Array.isArray(value);
    for (const [name, child] of Object.entries(value)) {
      chars += isList ? 1 : name.length;
      if (typeof child === 'string') chars += child.length;
      else if (typeof child === 'object' && child !== null) waiting.push({ value: child, depth: depth + 1 });
    }
    if (chars > mostChars) return textExcess(chars, mostChars);
  }
  return undefined;
}

const textExcess = (chars: number, most: number): string | undefined =>
  chars > most ? `it has ${chars} characters or more; at most ${most} are taken` : undefined;

/**
 * Returns the input with absolute paths in these parameters, so that a hook that looks for `/etc/` sees it in `../../etc/x` too.
 */
export function withWholePaths(
  written: unknown,
  { paths = [], cwd }: { paths?: readonly string[] | undefined; cwd: string },
): unknown {
  // Only POSIX paths can be resolved here.
  if (typeof written !== 'object' || written === null || !cwd.startsWith('/')) return written;
  const named = Object.entries(written).filter(
    ([key, value]) => paths.includes(key) && typeof value === 'string' && value !== '',
  );
  if (named.length === 0) return written;
  return { ...written, ...Object.fromEntries(named.map(([key, path]) => [key, wholePath(cwd, path as string)])) };
}

interface CalledAt {
  readonly tool: Pick<Tool, 'name' | 'paths'>;
  readonly context: Pick<ToolContext, 'env'>;
}

/**
 * Returns the input with the home folder for `~` in the parameters that are paths, as a shell reads a word. So `~/x` is the same file
 * for a tool, a rule, a hook and a person. Throws TOOL_INPUT_REFUSED for the home of another user, and if the home is not known:
 * a folder named `~` is no answer to either.
 */
export function withHome<T>(input: T, { tool: { name, paths = [] }, context }: CalledAt): T {
  if (typeof input !== 'object' || input === null) return input;
  const named = Object.entries(input).flatMap(([key, value]: [string, unknown]) =>
    paths.includes(key) && typeof value === 'string' && value.startsWith('~') ? [[key, value] as const] : [],
  );
  if (named.length === 0) return input;
  const { HOME: home } = context.env;
  const why = named.map(([, path]) => homeProblem(path, home)).find((problem) => problem !== undefined);
  if (why !== undefined) throw errors.TOOL_INPUT_REFUSED({ name, why });
  return { ...input, ...Object.fromEntries(named.map(([key, path]) => [key, inHome(path, home)])) };
}

/** Resolves `..` and double slashes without following links. */
function wholePath(cwd: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${path.startsWith('/') ? '' : cwd}/${path}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

/**
 * Corrects typical slips of models where an issue points: JSON in a string instead of an object or list, `"5"` and `"true"` for a
 * number and a boolean, `null` for an omitted parameter. The caller parses the result again, so nothing is trusted.
 */
export function repair(input: unknown, schema: JsonSchema, issues: readonly Issue[]): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const result: Record<string, unknown> = { ...input };
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  for (const key of new Set(issues.map((issue) => pointerKeys(issue.path)[0] ?? ''))) {
    if (!Object.hasOwn(result, key) || !Object.hasOwn(properties, key)) continue;
    if (result[key] === null && !required.has(key)) delete result[key];
    else result[key] = repairValue(result[key], properties[key]?.type);
  }
  return result;
}

function repairValue(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  const wanted = new Set(([] as unknown[]).concat(type ?? []));
  if (wanted.has('string')) return value;
  const looksRight =
    (wanted.has('object') && /^\s*\{/.test(value)) ||
    (wanted.has('array') && /^\s*\[/.test(value)) ||
    (wanted.has('boolean') && /^(true|false)$/.test(value)) ||
    ((wanted.has('number') || wanted.has('integer')) && /^-?\d+(\.\d+)?$/.test(value));
  if (!looksRight) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'number' && Math.abs(parsed) > Number.MAX_SAFE_INTEGER ? value : parsed;
  } catch {
    return value;
  }
}

/** The sentence of an issue. `hidesValue`: without the value, which may be a secret. */
export const issueText = ({ message, found }: Issue, { hidesValue = false }: { readonly hidesValue?: boolean } = {}): string =>
  found === undefined || hidesValue ? message : `${message}, is ${found}`;
