/** What is wrong with a pattern, a glob or a type, in the words that ripgrep has for it. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}
