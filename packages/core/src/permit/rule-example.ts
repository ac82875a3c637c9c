import type { PermissionRule } from '../contract/permission.js';
import { inHome } from '../names/home.js';
import type { PathBase } from './decided-call.js';
import { matchesAccess } from './match-rules.js';
import { familyOf, takesPaths } from './parse-rule.js';

/**
 * Returns whether a rule matches an example of its author: a path for a rule of paths, a host or URL for `domain:`, else the
 * words of one command.
 */
export function matchesExample(rule: PermissionRule, example: string, base: PathBase): boolean {
  const call = { tool: { name: rule.tool, aliases: [] }, input: undefined };
  if (rule.specifier === undefined) return true;
  if (takesPaths(rule))
    return (
      matchesAccess(rule, { kind: 'read', path: absolute(example, base) }, call, base) ||
      matchesAccess(rule, { kind: 'write', path: absolute(example, base) }, call, base)
    );
  if (rule.specifier.startsWith('domain:'))
    return matchesAccess(rule, { kind: 'fetch', url: example.includes('://') ? example : `https://${example}/` }, call, base);
  return matchesAccess(rule, { kind: 'run', text: example, words: wordsOf(example) }, call, base);
}

/** Resolves a path as rules write it: `//abs`, `~/in/home`, else from the workspace. */
function absolute(example: string, { workspace, home }: PathBase): string {
  if (example.startsWith('//')) return example.slice(1);
  const path = inHome(example, home);
  return path === example ? `${workspace}/${example.replace(/^\.?\//, '')}` : path;
}

/** Splits a text into words, respecting plain quotes. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );
}

/** Returns whether `wide` matches every call that `narrow` matches, as far as their texts show. */
export function coversRule(wide: PermissionRule, narrow: PermissionRule): boolean {
  if (wide.tool.toLowerCase() !== narrow.tool.toLowerCase()) return false;
  if (wide.specifier === undefined) return narrow.specifier === undefined || !isAboutOthers(narrow);
  if (wide.specifier === '*') return narrow.specifier !== undefined || !takesPaths(wide);
  if (narrow.specifier === undefined) return false;
  if (wide.specifier === narrow.specifier) return true;
  if (takesPaths(wide)) {
    const folder = /^([^*?[{\\]+)\/\*\*$/.exec(anchored(wide.specifier) ?? '')?.[1];
    const path = anchored(narrow.specifier);
    return folder !== undefined && (path === folder || path?.startsWith(`${folder}/`) === true);
  }
  const prefix = /^([^*]+?)(?::\*| \*)$/.exec(wide.specifier)?.[1];
  const own = narrow.specifier.replace(/(?::\*| \*)$/, '');
  return prefix !== undefined && (own === prefix || own.startsWith(`${prefix} `));
}

/** Whether a rule is about calls of other tools too: one of paths, and one that denies a command, which a tool of the configuration may run. */
const isAboutOthers = (rule: PermissionRule): boolean =>
  takesPaths(rule) || (familyOf(rule) === 'run' && rule.behavior === 'deny');

/**
 * Returns a pattern of paths in its normal form: `/x/y`, `./x/y` and `x/y` are the same. `undefined`: the pattern applies at any
 * depth.
 */
function anchored(pattern: string): string | undefined {
  if (pattern.startsWith('//') || pattern.startsWith('~')) return pattern;
  const rest = pattern.replace(/^\.?\//, '');
  return rest !== pattern || rest.replace(/\/+$/, '').includes('/') ? rest : undefined;
}
