import type { Access, PermissionRule } from '../contract/permission.js';
import { matchesCommand, unclearRun } from './command-pattern.js';
import type { DecidedCall, MatchedCall, PermissionLayers } from './decided-call.js';
import type { DecisionStep } from './decision.js';
import { matchesAccess, matchesParameter } from './match-rule.js';
import { isInside } from './path-pattern.js';

/** The description, for people, of a part that changes the state of the session. */
export const SESSION = 'change what the session remembers';

/**
 * One part of a call that needs permission. A call that changes something without naming it, or touches nothing named, is a part
 * itself.
 */
export type Part = Access | 'the call itself';

/** Returns the parts of the call that neither a rule nor the mode allows. A call passes if all its parts are allowed. */
export function openParts(call: DecidedCall, layers: PermissionLayers, trace: DecisionStep[]): readonly Part[] {
  return partsOf(call).filter((part) => !partAllowed(part, call, { layers, trace }));
}

function partsOf(call: DecidedCall): readonly Part[] {
  const named = call.readOnly ? call.accesses.length > 0 : call.accesses.some((access) => access.kind !== 'read');
  return named ? call.accesses : [...call.accesses, 'the call itself'];
}

function partAllowed(part: Part, call: DecidedCall, { layers, trace }: { layers: PermissionLayers; trace: DecisionStep[] }) {
  const allow = layers.rules.filter((one) => one.behavior === 'allow' && one.specifier !== undefined);
  const rule =
    part === 'the call itself'
      ? allow.find((one) => matchesParameter(one, call))
      : (allow.find((one) => matchesAccess(one, part, call, layers)) ?? ruleOfCommands(part, call, { layers, allow }));
  const outcome = rule !== undefined || allowedByMode(part, call, layers) ? 'allow' : 'no match';
  trace.push({ what: describePart(part), outcome, rule });
  return outcome === 'allow';
}

function allowedByMode(part: Part, call: DecidedCall, layers: PermissionLayers): boolean {
  if (passesInSandbox(call, layers)) return true;
  if (part === 'the call itself') return call.readOnly && !call.openWorld;
  if (part.kind === 'session') return true;
  if (part.kind === 'fetch') return false;
  if (part.kind === 'run') {
    const isTold = part.does === 'reads' || (part.does === 'edits' && layers.mode === 'acceptEdits');
    return part.does !== 'more' && (call.readOnly || isTold) && unclearRun(part) === undefined;
  }
  const inRoots = layers.roots.some((root) => isInside(part.path, root));
  if (part.kind === 'write')
    return layers.mode === 'acceptEdits' && inRoots && (part.later !== true || staysInSandbox(call, layers));
  // Copies of files for a rewind may include files that a rule protects from being read.
  const isCopy = isInside(part.path, `${layers.artifactDir}/checkpoints`);
  return inRoots || (isInside(part.path, layers.artifactDir) && !isCopy);
}

export function describePart(part: Part): string {
  if (part === 'the call itself') return part;
  if (part.kind === 'session') return SESSION;
  return part.kind === 'run' ? `run ${part.text}` : part.kind === 'fetch' ? `fetch ${part.url}` : `${part.kind} ${part.path}`;
}

/**
 * Whether the sandbox contains the whole call, so that the call needs no allow rule (SBX-01). Only Loadout's own tools are known
 * to obey the sandbox. One command that runs, or may run, outside the sandbox makes the whole call need its rules.
 */
export const passesInSandbox = (call: DecidedCall, layers: Pick<PermissionLayers, 'sandboxed'>): boolean =>
  layers.sandboxed?.autoAllow === true && staysInSandbox(call, layers);

/** Whether the operating system keeps the writes of the call in the working directories, even if a link changes meanwhile. */
function staysInSandbox(call: DecidedCall, { sandboxed }: Pick<PermissionLayers, 'sandboxed'>): boolean {
  if (sandboxed === undefined || call.tool.origin?.kind !== 'base') return false;
  const runs = call.accesses.filter((access) => access.kind === 'run');
  if (runs.length === 0 || call.accesses.some((access) => access.kind === 'fetch')) return false;
  // A pattern matches as widely as a deny rule with the same words: a possible match counts.
  const { excludedCommands } = sandboxed;
  return runs.every(
    (run) =>
      excludedCommands.length === 0 ||
      (unclearRun(run) === undefined &&
        !excludedCommands.some((pattern) => matchesCommand({ behavior: 'deny', specifier: pattern }, run))),
  );
}

export interface NamedCall extends MatchedCall {
  readonly accesses: readonly Access[];
}

type Run = Extract<Access, { kind: 'run' }>;

/**
 * Returns the commands that change this file in a working directory, if no other part of the call does. Source: decisions/0011.
 */
export function namedBy(part: Access, call: NamedCall, layers: PermissionLayers): readonly Run[] {
  if (part.kind !== 'write' || part.by === undefined) return [];
  if (!layers.roots.some((root) => isInside(part.path, root))) return [];
  const found = part.by.map((text) => call.accesses.filter((one): one is Run => one.kind === 'run' && one.text === text));
  return found.every((runs) => runs.length > 0) ? found.flat() : [];
}

/** Returns the allow rule for the commands that name the file, if every command has one. */
export function ruleOfCommands(
  part: Access,
  call: NamedCall,
  { layers, allow }: { readonly layers: PermissionLayers; readonly allow: readonly PermissionRule[] },
): PermissionRule | undefined {
  const rules = namedBy(part, call, layers).map((run) => allow.find((rule) => matchesAccess(rule, run, call, layers)));
  return rules.every((rule) => rule !== undefined) ? rules[0] : undefined;
}
