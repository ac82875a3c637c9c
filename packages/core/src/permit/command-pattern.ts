import type { Access, PermissionRule } from '../contract/permission.js';
import { wildcard } from './wildcard.js';

export type Run = Extract<Access, { kind: 'run' }>;

/** Why a command cannot be held against rules word by word. A tool that gives no words has not analysed it. */
export function unclearRun(run: Run): string | undefined {
  return run.unclear ?? (run.words === undefined ? 'its words are not known' : undefined);
}

/**
 * A command pattern is matched word by word: `npm test` is exactly that, `npm test:*` and `npm test *` have it in front, `*`
 * is any command. Deny and ask also see through a path in front of the program and its case, and may hold `*` anywhere.
 * Source: PERM-10.
 */
export function matchesCommand(rule: PermissionRule, run: Run): boolean {
  const specifier = rule.specifier ?? '';
  const prefix = /^(.+?)(?::\*| \*)$/s.exec(specifier)?.[1];
  if (rule.behavior !== 'allow') return specifier === '*' || narrowingMatches(prefix ?? specifier, prefix !== undefined, run);
  if (run.words === undefined || run.unclear !== undefined) return false;
  return specifier === '*' || startsWith(run.words, prefix ?? specifier, prefix !== undefined);
}

function narrowingMatches(pattern: string, open: boolean, { words }: Run): boolean {
  if (words === undefined) return false;
  const [program = '', ...rest] = words;
  const wanted = lowerProgram(pattern);
  return [program, program.slice(program.lastIndexOf('/') + 1)].some((name) => {
    const seen = [name.toLowerCase(), ...rest];
    return wanted.includes('*') ? wildcard(wanted, open ? '(?: .*)?' : '').test(seen.join(' ')) : startsWith(seen, wanted, open);
  });
}

function startsWith(words: readonly string[], pattern: string, open: boolean): boolean {
  const wanted = pattern.split(/\s+/).filter(Boolean);
  return wanted.every((word, index) => words[index] === word) && (open || words.length === wanted.length);
}

const lowerProgram = (pattern: string) => pattern.replace(/^\s*\S+/, (program) => program.toLowerCase());
