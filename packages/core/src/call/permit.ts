import type { LoadoutError } from '../contract/errors.js';
import type { Access } from '../contract/permission.js';
import type { ToolContext } from '../contract/tool.js';
import { messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { combine } from '../hooks/round.js';
import { unlessInterrupted } from '../interrupt/interrupt.js';
import { isObject } from '../names/json.js';
import { decideBy } from '../permit/decide.js';
import type { DecidedCall } from '../permit/decided-call.js';
import { matchRules } from '../permit/match-rules.js';
import { askPerson, type Decided, questionOf, sparedBy } from './ask.js';
import type { CallEnvironment, DecidingEnvironment } from './environment.js';
import { replaceInput } from './parse-input.js';
import type { Denial, HookedCall, PermittedCall } from './states.js';
import { shown } from './tool-failure.js';
import { grant, requestHooks, tellDenied } from './tool-hooks.js';

/** Lets a call through or ends it. The tool runs with the input that was decided here. */
export async function permit(call: HookedCall, env: CallEnvironment): Promise<PermittedCall> {
  try {
    return await decideOrAsk(call, env);
  } catch (error) {
    throw await tellDenied(call, error, env);
  }
}

async function decideOrAsk(call: HookedCall, env: CallEnvironment): Promise<PermittedCall> {
  if (call.hooked.stop !== undefined) throw errors.TOOL_NOT_RUN({ name: call.tool.name, why: call.hooked.stop });
  const decided = await decideCall(call, env);
  const { decision, matched } = decided;
  const subject = matched.call;
  // A question reaches a person, and a denial is counted: both know the call by its id.
  if (decision.behavior !== 'allow' || subject.accesses.some(acts)) await env.kept?.();
  if (decision.behavior === 'allow') return { ...call, subject, permission: { ...decision, behavior: 'allow' } };
  if (decision.behavior === 'deny') throw denied(decided, call);
  if (decision.deferred === true) throw errors.CALL_DEFERRED({ reason: decision.reason }, { fix: decision.fix });
  const allowed = env.hooks.has('PermissionRequest') ? await allowedByHook(call, decided, env) : undefined;
  if (allowed !== undefined) return allowed;
  const { updatedInput } = await askPerson(call, decided, env);
  const permission = { ...decision, behavior: 'allow', by: 'person', ...sparedBy(decided) } as const;
  if (updatedInput === undefined) return { ...call, subject, permission };
  return permitChanged(await replaceInput(call, updatedInput, env), env);
}

/**
 * Returns the call if a hook allows the request. Such a hook has the power of a PreToolUse hook that allows, and no more: ask
 * rules and calls that are always asked still need a person. Source: HOOK-28, LAW-03.
 */
async function allowedByHook(call: HookedCall, decided: Decided, env: CallEnvironment): Promise<PermittedCall | undefined> {
  const round = await requestHooks(call, questionOf(decided).suggestions, env);
  if (round.verdict?.behavior !== 'allow') return undefined;
  const { updatedInput } = round;
  const changed = updatedInput === undefined ? call : await replaceInput(call, updatedInput.value, env);
  const answered = { ...changed, hooked: combine(call.hooked, round) };
  const again = await decideCall(answered, env);
  const { decision, matched } = again;
  if (decision.behavior === 'deny') throw denied(again, call);
  if (decision.behavior === 'ask') return undefined;
  grant(call, round.updatedPermissions, env);
  return { ...answered, subject: matched.call, permission: { ...decision, behavior: 'allow' } };
}

/** Decides again after a person changed the input. The person has answered an `ask` already; a `deny` still applies. */
async function permitChanged(call: HookedCall, env: CallEnvironment): Promise<PermittedCall> {
  const decided = await decideCall(call, env);
  const { decision, matched } = decided;
  if (decision.behavior === 'deny') throw denied(decided, call);
  return { ...call, subject: matched.call, permission: { ...decision, behavior: 'allow', by: 'person' } };
}

/** Asks the tool what the call touches, and the rules what they say about it. Changes nothing. */
export async function decideCall(call: HookedCall, env: DecidingEnvironment): Promise<Decided> {
  const { tool, parsed } = call;
  const touched = await unlessInterrupted(() => accessesOf(call), call, env);
  const asked: DecidedCall = {
    tool,
    input: parsed.input,
    readOnly: tool.isReadOnly(parsed.input),
    openWorld: reachesOut(tool),
    hook: call.hooked.verdict,
    answered: call.hooked.verdict?.behavior === 'allow' && call.hooked.updatedInput !== undefined,
    ...touched,
  };
  const matched = matchRules(asked, env.permissions());
  return { decision: decideBy(matched), matched };
}

/** Whether an access may have an effect, whatever the tool says of itself. */
const acts = (access: Access) => access.kind === 'write' || (access.kind === 'run' && access.does !== 'reads');

/** Whether the call reaches out. An MCP server's description of its own tools never makes a call pass without a question. */
const reachesOut = (tool: HookedCall['tool']) => tool.annotations.openWorldHint || tool.origin.kind === 'mcp';

async function accessesOf(call: HookedCall): Promise<{ accesses: readonly Access[]; unclear?: string }> {
  try {
    return { accesses: readAccesses(await call.tool.tool.access?.(call.parsed.input, call.context)) };
  } catch (error) {
    return { accesses: [], unclear: messageOf(error) || 'the tool failed to tell' };
  }
}

/** Returns the error of a denied call. A deny rule takes precedence over hooks as the cause. */
function denied({ decision: { rule, reason, fix }, matched }: Decided, { hooked }: HookedCall): LoadoutError {
  const isOfHook = rule === undefined && hooked.verdict?.behavior === 'deny';
  const cause: Denial = { by: isOfHook ? 'hook' : 'rules', rule, subject: matched.call };
  return errors.PERMISSION_DENIED({ reason }, { fix, cause });
}

/** The kinds of access, and the text that the rules are held against. */
const TEXTS: Readonly<Record<Access['kind'], 'path' | 'text' | 'url' | undefined>> = {
  read: 'path',
  write: 'path',
  run: 'text',
  fetch: 'url',
  session: undefined,
};

/**
 * Reads what `access` of a tool returned, which may have no types, into a copy that the tool cannot change. Throws for what no rule
 * can be held against.
 */
export function readAccesses(given: unknown): readonly Access[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) throw new Error(`access returned ${shown(given)}, not a list`);
  return given.map(readAccess);
}

function readAccess(given: unknown): Access {
  const access: Readonly<Record<string, unknown>> = isObject(given) ? { ...given } : {};
  const { kind } = access;
  if (typeof kind !== 'string' || !Object.hasOwn(TEXTS, kind))
    throw new Error(`access names ${shown(given)}, whose kind is not ${Object.keys(TEXTS).join(', ')}`);
  const text = TEXTS[kind as Access['kind']];
  if (text !== undefined && typeof access[text] !== 'string')
    throw new Error(`access names ${shown(given)}, whose ${text} is not text`);
  return access as unknown as Access;
}

/**
 * Returns the path that the permission decision was made on: the first of `context.permitted` with this kind. A tool opens this
 * path instead of resolving its input again, because a link may lead elsewhere by then. Contract: throws PATH_NOT_PERMITTED if
 * the call was permitted no path of this kind.
 */
export function permittedPath(context: Pick<ToolContext, 'permitted'>, kind: 'read' | 'write'): string {
  for (const access of context.permitted) if (access.kind === kind) return access.path;
  throw errors.PATH_NOT_PERMITTED({ kind });
}
