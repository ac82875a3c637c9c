/** The rules compared with a call, once, and what they and the mode say of each part of it. */

import type { Access, PermissionRule } from '../contract/permission.js';
import { remembering } from '../names/remembering.js';
import { matchesWildcard } from '../names/wildcard.js';
import { toolGrant, toolMatcher } from '../pool/filter.js';
import { type Match, matchCommand, type Run, unclearRun } from './command-pattern.js';
import type { DecidedCall, DecidedWord, Lift, MatchedCall, PathBase, PermissionLayers } from './decided-call.js';
import { hostMatches } from './host-pattern.js';
import { familyOf, type RuleFamily } from './parse-rule.js';
import {
  isInside,
  looseCase,
  mayMatchInside,
  originalPath,
  plainSpelling,
  type RootedPath,
  rootedMatches,
  rootedPath,
} from './path-pattern.js';

const matcherOf = remembering(toolMatcher);
const grantOf = remembering(toolGrant);

/** Returns whether a rule names this tool. An allow rule means exactly the server that it names; other rules compare the text. */
const namesTool = ({ behavior, tool }: PermissionRule, call: MatchedCall): boolean =>
  (behavior === 'allow' ? grantOf : matcherOf)(tool)(call.tool);

/** One rule, compared with one call. */
export interface RuleMatch extends Omit<ReadyRule, 'family' | 'pattern'> {
  /** Whether the rule is about every call of its tool: it has no specifier. */
  readonly isBare: boolean;
  /** The accesses that the specifier matches. */
  readonly matches: ReadonlySet<Access>;
  /** The accesses that it matches for some values of what is not known: the words of a command, the files below a folder. */
  readonly mayMatch: ReadonlySet<Access>;
  /** The word of a command that makes the command fall under this rule about files. */
  readonly named: DecidedWord | undefined;
  /** Whether a grant overrides this ask rule for the call. */
  readonly isLifted: boolean;
}

/** Most rules match nothing of a call. */
const NO_ACCESS: ReadonlySet<Access> = new Set();

type ComparedCall = Pick<DecidedCall, 'tool' | 'input' | 'accesses'>;

/** Returns the comparison of a call with a rule. The first rule with a specifier makes the accesses ready for all. */
export function callAgainst(call: ComparedCall, base: PathBase): (rule: PermissionRule) => RuleMatch {
  let ready: readonly ReadyAccess[] | undefined;
  const accesses = () => (ready ??= call.accesses.map((access) => readyAccess(access, base)));
  return (rule) => compare(readyRule(rule, call), rule.specifier === undefined ? [] : accesses(), base);
}

function compare(ready: ReadyRule, accesses: readonly ReadyAccess[], base: PathBase): RuleMatch {
  let matches: Set<Access> | undefined;
  let mayMatch: Set<Access> | undefined;
  let named: DecidedWord | undefined;
  for (const one of accesses) {
    const word = namedFile(ready, one);
    if (word !== undefined && one.access.kind === 'run') named ??= { word: word.word, path: word.path, command: one.access.text };
    const match = word === undefined ? matchReady(ready, one) : 'yes';
    if (match === 'yes') matches = (matches ?? new Set()).add(one.access);
    if (match === 'maybe' || mayMatchBelow(ready, one, base)) mayMatch = (mayMatch ?? new Set()).add(one.access);
  }
  const isBare = ready.rule.specifier === undefined;
  return { ...ready, isBare, isLifted: false, matches: matches ?? NO_ACCESS, mayMatch: mayMatch ?? NO_ACCESS, named };
}

/** A rule, ready for the accesses of one call. */
interface ReadyRule {
  readonly rule: PermissionRule;
  readonly family: RuleFamily | undefined;
  /** The specifier. Deny and ask rules ignore case and accents, since on some disks `.ENV` opens `.env`. */
  readonly pattern: string;
  readonly namesTool: boolean;
  readonly matchesInput: boolean;
}

function readyRule(rule: PermissionRule, call: MatchedCall): ReadyRule {
  const { specifier = '', behavior } = rule;
  const names = namesTool(rule, call);
  const pattern = behavior === 'allow' ? specifier : looseCase(specifier);
  return { rule, family: familyOf(rule), pattern, namesTool: names, matchesInput: names && matchesParameter(rule, call) };
}

/** An access, ready for many rules. */
interface ReadyAccess {
  readonly access: Access;
  /** The path of a read or a write. */
  readonly path: ReadyPath | undefined;
  /** The words of a command that name files. */
  readonly names: readonly { readonly word: NamedWord; readonly path: ReadyPath }[];
}

type NamedWord = NonNullable<Run['names']>[number];

type FileAccess = Extract<Access, { readonly kind: 'read' | 'write' }>;

interface ReadyPath {
  readonly exact: RootedPath;
  /** For deny and ask rules: in each spelling that may open the file. A rule against a file of the repository also matches the file's copies in worktrees. */
  readonly lower: readonly { readonly text: string; readonly rooted: RootedPath }[];
}

function readyAccess(access: Access, base: PathBase): ReadyAccess {
  const path = access.kind === 'read' || access.kind === 'write' ? readyPath(access.path, base) : undefined;
  const names = access.kind === 'run' ? (access.names ?? []) : [];
  return { access, path, names: names.map((word) => ({ word, path: readyPath(word.path, base) })) };
}

function readyPath(path: string, base: PathBase): ReadyPath {
  const paths = new Set([path, originalPath(path)].flatMap((one) => [looseCase(one), plainSpelling(one)]));
  const lower = [...paths].map((text) => ({ text, rooted: rootedPath(text, lowerBase(base)) }));
  return { exact: rootedPath(path, base), lower };
}

const lowerBase = (base: PathBase): PathBase => ({
  workspace: looseCase(base.workspace),
  home: looseCase(base.home),
});

/** Compares a rule with a specifier with one access of a call. `maybe`: it depends on words of a command that are not known yet. */
function matchReady(ready: ReadyRule, { access, path }: ReadyAccess): Match {
  const { rule } = ready;
  if (access.kind === 'read' || access.kind === 'write')
    return reaches(ready, access.kind) && path !== undefined && matchesPath(ready, path) ? 'yes' : 'no';
  if (access.kind === 'run' && access.declared !== undefined) return matchDeclared(ready, access);
  if (access.kind === 'session' || !ready.namesTool) return 'no';
  return access.kind === 'run' ? matchCommand(rule, access) : hostMatches(rule, access.url) ? 'yes' : 'no';
}

/** Compares a rule with a command of the configuration itself, to which a call only gave values. Source: decisions/0135. */
function matchDeclared({ rule, family, matchesInput }: ReadyRule, run: Run): Match {
  if (family === 'run') return rule.behavior === 'deny' ? matchCommand(rule, run) : 'no';
  return matchesInput ? 'yes' : 'no';
}

export const matchesAccess = (rule: PermissionRule, access: Access, call: MatchedCall, base: PathBase): boolean =>
  matchReady(readyRule(rule, call), readyAccess(access, base)) === 'yes';

/**
 * Whether a deny or ask rule matches this file. Nobody is asked about each file of a search, so an ask rule counts as no.
 */
export function standsAgainst(access: FileAccess, call: MatchedCall, layers: PermissionLayers): boolean {
  const ready = readyAccess(access, layers);
  return layers.rules.some(
    (rule) => rule.behavior !== 'allow' && rule.specifier !== undefined && matchReady(readyRule(rule, call), ready) === 'yes',
  );
}

/**
 * Returns the word of a command that a deny or ask rule about files matches. The command may read or write the file, so rules of
 * both families match. Source: decisions/0013.
 */
function namedFile(ready: ReadyRule, { names }: ReadyAccess): NamedWord | undefined {
  const { rule, family } = ready;
  if (rule.behavior === 'allow' || rule.specifier === undefined) return undefined;
  const isMeant = (word: NamedWord) => family === 'read' || (family === 'write' && word.reads !== true);
  return names.find(({ word, path }) => isMeant(word) && matchesPath(ready, path))?.word;
}

/** Whether the access is a folder with everything below it, in which a deny or ask rule may match something. */
function mayMatchBelow(ready: ReadyRule, { access, path }: ReadyAccess, base: PathBase): boolean {
  const { rule, family, pattern } = ready;
  if (rule.behavior === 'allow' || (access.kind !== 'read' && access.kind !== 'write') || access.below !== true) return false;
  if (!reaches(ready, access.kind) || (family !== 'read' && family !== 'write' && !pattern.includes('/'))) return false;
  return path?.lower.some(({ text }) => mayMatchInside(pattern, text, lowerBase(base))) === true;
}

function reaches({ rule, family, namesTool: names }: ReadyRule, kind: 'read' | 'write'): boolean {
  if (family === 'read') return kind === 'read' || rule.behavior === 'deny';
  if (family === 'write') return kind === 'write';
  // A script that may run is no script that a command may write.
  return names && !(family === 'run' && rule.behavior === 'allow');
}

const matchesPath = ({ rule, pattern }: ReadyRule, { exact, lower }: ReadyPath): boolean =>
  rule.behavior === 'allow' ? rootedMatches(pattern, exact) : lower.some(({ rooted }) => rootedMatches(pattern, rooted));

/**
 * Matches `Tool(parameter:pattern)`, for tools that do not name their accesses. A list or an object is never allowed by its text.
 */
function matchesParameter(rule: PermissionRule, call: MatchedCall): boolean {
  const [, key, pattern] = /^([\w-]+):([\s\S]+)$/.exec(rule.specifier ?? '') ?? [];
  if (key === undefined || pattern === undefined) return false;
  if (typeof call.input !== 'object' || call.input === null || !Object.hasOwn(call.input, key)) return false;
  const value = (call.input as Record<string, unknown>)[key];
  if (typeof value !== 'object') return matchesWildcard(pattern, String(value));
  return rule.behavior !== 'allow' && matchesWildcard(pattern, JSON.stringify(value));
}

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
export const passesInSandbox = ({ layers, staysInSandbox }: MatchedRules): boolean =>
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
