import type { Access, PermissionRule } from '../contract/permission.js';
import { toolGrant, toolMatcher } from '../pool/filter.js';
import { type Match, matchCommand, type Run } from './command-pattern.js';
import type { MatchedCall, PathBase, PermissionLayers } from './decided-call.js';
import { hostMatches } from './host-pattern.js';
import { mayMatchInside, pathMatches } from './path-pattern.js';
import { familyOf, takesPaths } from './rule-families.js';
import { wildcard } from './wildcard.js';
import { originalPath } from './worktree.js';

const matchers = new Map<string, ReturnType<typeof toolGrant>>();
const grants = new Map<string, ReturnType<typeof toolGrant>>();

/** Returns whether a rule names this tool. An allow rule means exactly the server that it names; other rules compare the text. */
export function namesTool(rule: PermissionRule, call: MatchedCall): boolean {
  const [known, make] = rule.behavior === 'allow' ? [grants, toolGrant] : [matchers, toolMatcher];
  const matcher = known.get(rule.tool) ?? make(rule.tool);
  known.set(rule.tool, matcher);
  return matcher(call.tool);
}

/** Compares a rule with a specifier with one access of a call. `maybe`: it depends on words of a command that are not known yet. */
export function matchAccess(rule: PermissionRule, access: Access, call: MatchedCall, base: PathBase): Match {
  if (access.kind === 'read' || access.kind === 'write')
    return reaches(rule, access.kind, call) && matchesPath(rule, access.path, base) ? 'yes' : 'no';
  if (access.kind === 'run' && namedFile(rule, access, base) !== undefined) return 'yes';
  if (access.kind === 'session' || !namesTool(rule, call)) return 'no';
  return access.kind === 'run' ? matchCommand(rule, access) : hostMatches(rule, access.url) ? 'yes' : 'no';
}

export const matchesAccess = (...about: Parameters<typeof matchAccess>): boolean => matchAccess(...about) === 'yes';

/**
 * Whether a deny or ask rule matches this access. Nobody is asked about each file of a search, so an ask rule counts as no.
 */
export function standsAgainst(access: Access, call: MatchedCall, layers: PermissionLayers): boolean {
  return layers.rules.some(
    (rule) => rule.behavior !== 'allow' && rule.specifier !== undefined && matchesAccess(rule, access, call, layers),
  );
}

/**
 * Returns the word of a command that a deny or ask rule about files matches. The command may read or write the file, so rules of
 * both families match. Source: decisions/0013.
 */
export function namedFile(rule: PermissionRule, run: Run, base: PathBase): NamedWord | undefined {
  if (rule.behavior === 'allow' || rule.specifier === undefined || !takesPaths(rule)) return undefined;
  const isReader = familyOf(rule) === 'read';
  return run.names?.find(({ path, reads }) => (isReader || reads !== true) && matchesPath(rule, path, base));
}

type NamedWord = NonNullable<Run['names']>[number];

/** Whether the access is a folder with everything below it, in which a deny or ask rule may match something. */
export function mayMatchBelow(rule: PermissionRule, access: Access, call: MatchedCall, base: PathBase): boolean {
  if (rule.behavior === 'allow' || (access.kind !== 'read' && access.kind !== 'write') || access.below !== true) return false;
  if (!reaches(rule, access.kind, call) || (!takesPaths(rule) && rule.specifier?.includes('/') !== true)) return false;
  const specifier = (rule.specifier ?? '').toLowerCase();
  return bothPaths(access.path).some((path) => mayMatchInside(specifier, path.toLowerCase(), lowerBase(base)));
}

function reaches(rule: PermissionRule, kind: 'read' | 'write', call: MatchedCall): boolean {
  const family = familyOf(rule);
  if (family === 'read') return kind === 'read' || rule.behavior === 'deny';
  return family === 'write' ? kind === 'write' : namesTool(rule, call);
}

const lowerBase = (base: PathBase): PathBase => ({
  workspace: base.workspace.toLowerCase(),
  home: base.home.toLowerCase(),
});

/** A rule against a file of the repository also matches the file's copies in worktrees. */
const bothPaths = (path: string) => [...new Set([path, originalPath(path)])];

/** Compares a path with a rule. Deny and ask compare without case: on some disks `.ENV` opens `.env`. Allow compares exactly. */
function matchesPath(rule: PermissionRule, path: string, base: PathBase): boolean {
  const specifier = rule.specifier ?? '';
  if (rule.behavior === 'allow') return pathMatches(specifier, path, base);
  return bothPaths(path).some((one) => pathMatches(specifier.toLowerCase(), one.toLowerCase(), lowerBase(base)));
}

/**
 * Matches `Tool(parameter:pattern)`, for tools that do not name their accesses. A list or an object is never allowed by its text.
 */
export function matchesParameter(rule: PermissionRule, call: MatchedCall): boolean {
  const [, key, pattern] = /^([\w-]+):([\s\S]+)$/.exec(rule.specifier ?? '') ?? [];
  if (key === undefined || pattern === undefined || !namesTool(rule, call)) return false;
  if (typeof call.input !== 'object' || call.input === null || !Object.hasOwn(call.input, key)) return false;
  const value = (call.input as Record<string, unknown>)[key];
  if (typeof value !== 'object') return wildcard(pattern).test(String(value));
  return rule.behavior !== 'allow' && wildcard(pattern).test(JSON.stringify(value));
}
