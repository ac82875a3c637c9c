/** A mistake in a pattern, a glob or a type, worded as ripgrep words it. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}
