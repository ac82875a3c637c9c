import type { Access, PermissionRule } from '../contract/permission.js';
import { matchesWildcard } from '../names/wildcard.js';
import { toolGrant, toolMatcher } from '../pool/filter.js';
import { type Match, matchCommand, type Run } from './command-pattern.js';
import type { DecidedCall, DecidedWord, MatchedCall, PathBase, PermissionLayers } from './decided-call.js';
import { hostMatches } from './host-pattern.js';
import { familyOf, type RuleFamily } from './parse-rule.js';
import {
  looseCase,
  mayMatchInside,
  originalPath,
  plainSpelling,
  type RootedPath,
  rootedMatches,
  rootedPath,
} from './path-pattern.js';

const matchers = new Map<string, ReturnType<typeof toolGrant>>();
const grants = new Map<string, ReturnType<typeof toolGrant>>();

/** Returns whether a rule names this tool. An allow rule means exactly the server that it names; other rules compare the text. */
export function namesTool(rule: PermissionRule, call: MatchedCall): boolean {
  const [known, make] = rule.behavior === 'allow' ? [grants, toolGrant] : [matchers, toolMatcher];
  const matcher = known.get(rule.tool) ?? make(rule.tool);
  known.set(rule.tool, matcher);
  return matcher(call.tool);
}

/** One rule, compared with one call. */
export interface RuleMatch {
  readonly rule: PermissionRule;
  readonly namesTool: boolean;
  /** Whether the rule is about every call of its tool: it has no specifier. */
  readonly isBare: boolean;
  /** The accesses that the specifier matches. */
  readonly matches: ReadonlySet<Access>;
  /** The accesses that it matches for some values of what is not known: the words of a command, the files below a folder. */
  readonly mayMatch: ReadonlySet<Access>;
  readonly matchesInput: boolean;
  /** The word of a command that makes the command fall under this rule about files. */
  readonly named: DecidedWord | undefined;
  /** Whether a grant overrides this ask rule for the call. */
  readonly isLifted: boolean;
}

/** Most rules match nothing of a call. */
const NO_ACCESS: ReadonlySet<Access> = new Set();

/** Compares one rule with one call. */
export const matchRule = (rule: PermissionRule, call: ComparedCall, base: PathBase): RuleMatch => callAgainst(call, base)(rule);

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
  return {
    rule: ready.rule,
    isBare: ready.rule.specifier === undefined,
    namesTool: ready.namesTool,
    isLifted: false,
    matches: matches ?? NO_ACCESS,
    mayMatch: mayMatch ?? NO_ACCESS,
    matchesInput: ready.matchesInput,
    named,
  };
}

/** A rule, as paths are compared with it. */
interface PathRule {
  readonly rule: PermissionRule;
  readonly family: RuleFamily | undefined;
  /** The specifier. Deny and ask rules ignore case and accents, since on some disks `.ENV` opens `.env`. */
  readonly pattern: string;
}

/** A rule, ready for the accesses of one call. */
interface ReadyRule extends PathRule {
  readonly namesTool: boolean;
  readonly matchesInput: boolean;
}

function readyRule(rule: PermissionRule, call: MatchedCall): ReadyRule {
  const names = namesTool(rule, call);
  return { ...pathRule(rule), namesTool: names, matchesInput: names && matchesParameter(rule, call) };
}

function pathRule(rule: PermissionRule): PathRule {
  const { specifier = '', behavior } = rule;
  return { rule, family: familyOf(rule), pattern: behavior === 'allow' ? specifier : looseCase(specifier) };
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
 * Whether a deny or ask rule matches this access. Nobody is asked about each file of a search, so an ask rule counts as no.
 */
export function standsAgainst(access: Access, call: MatchedCall, layers: PermissionLayers): boolean {
  const ready = readyAccess(access, layers);
  return layers.rules.some(
    (rule) => rule.behavior !== 'allow' && rule.specifier !== undefined && matchReady(readyRule(rule, call), ready) === 'yes',
  );
}

/**
 * Returns the word of a command that a deny or ask rule about files matches. The command may read or write the file, so rules of
 * both families match. Source: decisions/0013.
 */
function namedFile({ rule, family, pattern }: PathRule, { names }: ReadyAccess): NamedWord | undefined {
  if (rule.behavior === 'allow' || rule.specifier === undefined) return undefined;
  const isMeant = (word: NamedWord) => family === 'read' || (family === 'write' && word.reads !== true);
  return names.find(({ word, path }) => isMeant(word) && matchesPath({ rule, pattern }, path))?.word;
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

const matchesPath = ({ rule, pattern }: Pick<PathRule, 'rule' | 'pattern'>, { exact, lower }: ReadyPath): boolean =>
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
