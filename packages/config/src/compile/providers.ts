/** The providers of every configuration. An entry of the configuration replaces the one with its name. */
export const implicitProviders = {
  anthropic: '@loadout/model-anthropic',
  script: '@loadout/model-script',
} as const;

/** Returns the entries of a document with the implicit providers below them. Source: G12. */
export function withImplicit<T>(
  providers: Readonly<Record<string, T>> | undefined,
  withheld: ReadonlySet<string> = new Set(),
): Readonly<Record<string, T | string>> {
  const implicit = Object.entries(implicitProviders).filter(([name]) => !withheld.has(name));
  return { ...Object.fromEntries(implicit), ...providers };
}
