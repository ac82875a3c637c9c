import type { Access, PermissionRule } from '../contract/permission.js';
import { matchCommand, unclearRun } from './command-pattern.js';
import type { DecidedCall, PermissionLayers } from './decided-call.js';
import { type MatchedRules, type RuleMatch, ruleOfCommands } from './match-rules.js';
import { isInside } from './path-pattern.js';

/** The description, for people, of a part that changes the state of the session. */
export const SESSION = 'change what the session remembers';

/**
 * One part of a call that needs permission. A call that changes something without naming it, or touches nothing named, is a part
 * itself.
 */
export type Part = Access | 'the call itself';

interface JudgedPart {
  readonly part: Part;
  readonly isAllowed: boolean;
  /** The rule that allows the part. Absent: the mode does, or nothing. */
  readonly rule: PermissionRule | undefined;
}

/** Says of each part of the call whether a rule or the mode allows it. `more`: allow rules beside those that apply. */
export function judgeParts(matched: MatchedRules, more: readonly RuleMatch[] = []): readonly JudgedPart[] {
  const { call, layers } = matched;
  const allow = [...matched.rules, ...more].filter(({ rule, isBare }) => rule.behavior === 'allow' && !isBare);
  return partsOf(call).map((part) => {
    const rule =
      part === 'the call itself'
        ? allow.find(({ matchesInput }) => matchesInput)?.rule
        : (allow.find(({ matches }) => matches.has(part))?.rule ?? ruleOfCommands(part, allow, matched));
    return { part, rule, isAllowed: rule !== undefined || allowedByMode(part, call, layers) };
  });
}

/** Returns the parts of the call that neither a rule nor the mode allows. A call passes if all its parts are allowed. */
export const openParts = (matched: MatchedRules): readonly Part[] =>
  judgeParts(matched).flatMap(({ part, isAllowed }) => (isAllowed ? [] : [part]));

function partsOf(call: DecidedCall): readonly Part[] {
  const named = call.readOnly ? call.accesses.length > 0 : call.accesses.some((access) => access.kind !== 'read');
  return named ? call.accesses : [...call.accesses, 'the call itself'];
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
        !excludedCommands.some((pattern) => matchCommand({ behavior: 'deny', specifier: pattern }, run) === 'yes')),
  );
}
