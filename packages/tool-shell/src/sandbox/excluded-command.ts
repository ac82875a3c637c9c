import type { Access } from '@loadout/core';

/**
 * Whether the configuration lets a command run outside: it lists every simple command of the call, word by word, as an allow rule
 * would. A command that is not fully known stays inside.
 */
export function runsOutside(permitted: readonly Access[], excluded: readonly string[]): boolean {
  const runs = permitted.filter((access) => access.kind === 'run');
  if (runs.length === 0) return false;
  return runs.every(
    ({ words, unclear }) => words !== undefined && unclear === undefined && excluded.some((pattern) => matches(words, pattern)),
  );
}

/** An unknown word equals no word. */
function matches(words: readonly (string | null)[], pattern: string): boolean {
  const open = /^(.+?)(?::\*| \*)$/s.exec(pattern)?.[1];
  const wanted = (open ?? pattern).split(/\s+/).filter(Boolean);
  if (wanted.length === 0 || wanted.some((word) => word.includes('*'))) return false;
  return wanted.every((word, index) => words[index] === word) && (open !== undefined || words.length === wanted.length);
}
