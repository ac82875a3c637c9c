import type { Access, PermissionRule } from '../contract/permission.js';
import { toolMatcher } from '../pool/filter.js';
import { type PathBase, pathMatches } from './path-pattern.js';

export interface MatchedCall {
  readonly tool: { readonly name: string; readonly aliases: readonly string[] };
  readonly input: unknown;
}

/** Writing tools share the rules of `Edit`; every tool that reads falls under the rules of `Read`. */
const WRITERS = new Set(['edit', 'write', 'notebookedit', 'fileedit', 'filewrite']);
const READERS = new Set(['read', 'fileread']);

const matchers = new Map<string, ReturnType<typeof toolMatcher>>();

/** Whether a rule is about this tool by name. */
export function namesTool(rule: PermissionRule, call: MatchedCall): boolean {
  let matcher = matchers.get(rule.tool);
  if (matcher === undefined) {
    matcher = toolMatcher(rule.tool);
    matchers.set(rule.tool, matcher);
  }
  return matcher(call.tool);
}

/** Whether a rule with a specifier is about this one thing that a call touches. */
export function matchesAccess(rule: PermissionRule, access: Access, call: MatchedCall, base: PathBase): boolean {
  const specifier = rule.specifier ?? '';
  const name = rule.tool.toLowerCase();
  if (access.kind === 'read' || access.kind === 'write') {
    const reach = READERS.has(name)
      ? access.kind === 'read' || rule.behavior === 'deny'
      : WRITERS.has(name)
        ? access.kind === 'write'
        : namesTool(rule, call);
    return reach && pathMatches(specifier, access.path, base);
  }
  if (!namesTool(rule, call)) return false;
  return access.kind === 'run' ? matchesCommand(rule, access) : matchesUrl(specifier, access.url);
}

/** `Tool(parameter:pattern)`, for tools that do not say what they touch. */
export function matchesParameter(rule: PermissionRule, call: MatchedCall): boolean {
  const [, key, pattern] = /^([\w-]+):([\s\S]+)$/.exec(rule.specifier ?? '') ?? [];
  if (key === undefined || pattern === undefined || !namesTool(rule, call)) return false;
  if (typeof call.input !== 'object' || call.input === null || !Object.hasOwn(call.input, key)) return false;
  return wildcard(pattern).test(String((call.input as Record<string, unknown>)[key]));
}

/**
 * A command pattern is matched word by word: `npm test` is exactly that, `npm test:*` and `npm test *` have it in front.
 * Deny and ask also see through a path in front of the program, and may hold `*` anywhere. Source: PERM-10.
 */
function matchesCommand(rule: PermissionRule, access: Extract<Access, { kind: 'run' }>): boolean {
  const specifier = rule.specifier ?? '';
  const narrowing = rule.behavior !== 'allow';
  if (access.words === undefined || (!narrowing && access.unclear !== undefined)) return false;
  const prefix = /^(.+?)(?::\*| \*)$/s.exec(specifier)?.[1];
  if (narrowing && (prefix ?? specifier).includes('*')) return wildcard(specifier).test(bareProgram(access.words).join(' '));
  const wanted = (prefix ?? specifier).split(/\s+/).filter(Boolean);
  const words = narrowing ? bareProgram(access.words) : access.words;
  return wanted.every((word, index) => words[index] === word) && (prefix !== undefined || words.length === wanted.length);
}

const bareProgram = (words: readonly string[]) => [
  words[0]?.slice((words[0]?.lastIndexOf('/') ?? -1) + 1) ?? '',
  ...words.slice(1),
];

function matchesUrl(specifier: string, url: string): boolean {
  const wanted = /^domain:(.+)$/.exec(specifier)?.[1]?.toLowerCase();
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(url)?.[1]?.toLowerCase();
  if (wanted === undefined || host === undefined) return false;
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1 : host === wanted;
}

const wildcard = (pattern: string) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );
