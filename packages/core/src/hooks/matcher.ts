/**
 * Compiles the `matcher` of a hook. A matcher with only letters, digits, `_`, `-`, blanks, commas and `|` is a list of exact
 * names. Any other matcher is a regular expression, not anchored. Absent, empty or `*` matches everything. Source: CON-36.
 */
export function compileMatcher(matcher: string | undefined): (subjects: readonly string[]) => boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return () => true;
  if (/^[\w\- ,|]+$/.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (subjects) => subjects.some((subject) => names.has(subject));
  }
  const pattern = new RegExp(matcher);
  return (subjects) => subjects.some((subject) => pattern.test(subject));
}
