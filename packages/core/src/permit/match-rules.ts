import type { Access, PermissionRule } from '../contract/permission.js';
import { matchCommand, type Run, unclearRun } from './command-pattern.js';
import type { DecidedCall, DecidedWord, Lift, PermissionLayers } from './decided-call.js';
import { callAgainst, type RuleMatch } from './match-rule.js';
import { ruleText } from './parse-rule.js';
import { isInside } from './path-pattern.js';

/** A call and all that its rules say of it. Each rule was compared once; every question about the call reads this value. */
export interface MatchedRules {
  readonly call: DecidedCall;
  readonly layers: PermissionLayers;
  /** In the order of `layers.rules`. */
  readonly rules: readonly RuleMatch[];
  /** Allow rules that do not apply until the project is trusted. */
  readonly waiting: readonly RuleMatch[];
  /** Whether the operating system keeps the writes of the call in the working directories, even if a link changes meanwhile. */
  readonly staysInSandbox: boolean;
}

export function matchRules(call: DecidedCall, layers: PermissionLayers): MatchedRules {
  const against = callAgainst(call, layers);
  const matchesOf = (rules: readonly PermissionRule[]) => rules.map(against);
  const lifts = (layers.lifts ?? []).map(({ asks, grants }) => ({ asks, grants: matchesOf(grants) }));
  const rules = matchesOf(layers.rules).map((match) =>
    match.rule.behavior === 'ask' && lifts.some((lift) => isLifted(match, lift, { call, layers }))
      ? { ...match, isLifted: true }
      : match,
  );
  return { call, layers, rules, waiting: matchesOf(layers.waiting ?? []), staysInSandbox: staysInSandbox(call, layers) };
}

interface MatchedLift {
  readonly asks: Lift['asks'];
  readonly grants: readonly RuleMatch[];
}

type Subject = Pick<MatchedRules, 'call' | 'layers'>;

/** Whether a grant overrides this ask rule: the grant covers every part of the call that the rule is about. */
function isLifted(ask: RuleMatch, { asks, grants }: MatchedLift, subject: Subject): boolean {
  if (!asks.includes(ask.rule)) return false;
  if (grants.some(({ isBare, namesTool: names }) => isBare && names)) return true;
  const asked = askedAbout(ask, subject.call);
  // A grant for a whole tool covers calls of that tool, not the accesses of other tools.
  const narrow = grants.filter(({ isBare }) => !isBare);
  const granted = (access: Access) =>
    narrow.some(({ matches }) => matches.has(access)) || ruleOfCommands(access, narrow, subject) !== undefined;
  return asked.length > 0 ? asked.every(granted) : narrow.some(({ matchesInput }) => matchesInput);
}

/**
 * Returns the accesses that the rule asks about. A rule for the whole tool is about the call's effects, not about the files that
 * it reads on the way.
 */
function askedAbout({ rule, isBare, matches }: RuleMatch, { accesses }: DecidedCall): readonly Access[] {
  if (!isBare && rule.specifier !== '*') return [...matches];
  const does = accesses.filter((access) => access.kind !== 'read');
  return does.length > 0 ? does : accesses;
}

/** Returns the allow rule for the commands that name the file, if every command has one. */
function ruleOfCommands(part: Access, allow: readonly RuleMatch[], subject: Subject): PermissionRule | undefined {
  const rules = namedBy(part, subject).map((run) => allow.find(({ matches }) => matches.has(run))?.rule);
  return rules.every((rule) => rule !== undefined) ? rules[0] : undefined;
}

/**
 * Returns the commands that change this file in a working directory, if no other part of the call does. Source: decisions/0011.
 */
export function namedBy(part: Access, { call, layers }: Subject): readonly Run[] {
  if (part.kind !== 'write' || part.by === undefined) return [];
  if (!layers.roots.some((root) => isInside(part.path, root))) return [];
  const found = part.by.map((text) => call.accesses.filter((one): one is Run => one.kind === 'run' && one.text === text));
  return found.every((runs) => runs.length > 0) ? found.flat() : [];
}

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
  const allow = [...matched.rules, ...more].filter(({ rule, isBare }) => rule.behavior === 'allow' && !isBare);
  return partsOf(matched.call).map((part) => {
    const rule =
      part === 'the call itself'
        ? allow.find(({ matchesInput }) => matchesInput)?.rule
        : (allow.find(({ matches }) => matches.has(part))?.rule ?? ruleOfCommands(part, allow, matched));
    return { part, rule, isAllowed: rule !== undefined || allowedByMode(part, matched) };
  });
}

/** Returns the parts of the call that neither a rule nor the mode allows. A call passes if all its parts are allowed. */
export const openParts = (matched: MatchedRules): readonly Part[] =>
  judgeParts(matched).flatMap(({ part, isAllowed }) => (isAllowed ? [] : [part]));

function partsOf(call: DecidedCall): readonly Part[] {
  const named = call.readOnly ? call.accesses.length > 0 : call.accesses.some((access) => access.kind !== 'read');
  return named ? call.accesses : [...call.accesses, 'the call itself'];
}

function allowedByMode(part: Part, matched: MatchedRules): boolean {
  const { call, layers } = matched;
  if (passesInSandbox(matched)) return true;
  if (part === 'the call itself') return call.readOnly && !call.openWorld;
  if (part.kind === 'session') return true;
  if (part.kind === 'fetch') return false;
  if (part.kind === 'run') {
    const isTold = part.does === 'reads' || (part.does === 'edits' && layers.mode === 'acceptEdits');
    return part.does !== 'more' && (call.readOnly || isTold) && unclearRun(part) === undefined;
  }
  const inRoots = layers.roots.some((root) => isInside(part.path, root));
  if (part.kind === 'write') return layers.mode === 'acceptEdits' && inRoots && (part.later !== true || matched.staysInSandbox);
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
const passesInSandbox = ({ layers, staysInSandbox }: MatchedRules): boolean =>
  layers.sandboxed?.autoAllow === true && staysInSandbox;

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
        excludedCommands.every((pattern) => matchCommand({ behavior: 'deny', specifier: pattern }, run) === 'no')),
  );
}

/** Describes a rule and its position: ` Bash(rm:*) (agent.config.yaml:14:7)`. */
export function where(rule: PermissionRule, layers: PermissionLayers): string {
  const at = rule.position;
  const place = at === undefined ? `${rule.layer} settings` : `${relative(at.file, layers)}:${at.line}:${at.column}`;
  return ` ${ruleText(rule)} (${place})`;
}

/** Describes that word: `, since the word .env of awk 1 .env may name /repo/.env`. */
export const since = (named: DecidedWord | undefined): string =>
  named === undefined ? '' : `, since the word ${named.word} of ${named.command} may name ${named.path}`;

/** Returns the reason that the author of the rule wrote, as a sentence. */
export const because = (rule: PermissionRule) =>
  rule.reason === undefined ? '' : ` ${rule.reason.trim().replace(/[^.!?]$/, '$&.')}`;

/** Says that no rule names words that a rule for their program does not cover: `git remote-ext, which …`. */
export const unnamedReason = (unclear: string): string => `no rule names ${unclear}`;

export function askReason(call: DecidedCall, why: string): string {
  return `${call.tool.name} needs approval: ${why}.`;
}

export function allowReason(matched: MatchedRules, rule: PermissionRule | undefined): string {
  const { call, layers } = matched;
  if (rule !== undefined) return `${call.tool.name} is allowed by the rule${where(rule, layers)}.`;
  if (passesInSandbox(matched)) return `${call.tool.name} is allowed: it runs in the sandbox, whose autoAllow is on.`;
  const what = call.accesses.some((access) => access.kind === 'write') ? 'its writes stay' : 'it only reads, and stays';
  return `${call.tool.name} is allowed: ${what} inside the working directories (permission mode ${layers.mode}).`;
}

function relative(path: string, layers: PermissionLayers): string {
  return path !== layers.workspace && isInside(path, layers.workspace)
    ? path.slice(layers.workspace.replace(/\/$/, '').length + 1)
    : path;
}
