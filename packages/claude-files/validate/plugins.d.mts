/** `taken` and `refused` are the verdicts of both programs; a reason says why a plugin is refused here alone. */
export const plugins: readonly (readonly [
  what: string,
  verdict: 'taken' | 'refused' | { readonly reason: string },
  files: Readonly<Record<string, unknown>>,
])[];
