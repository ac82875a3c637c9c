/** The providers of every configuration. An entry of the configuration replaces the one with its name. */
export const implicitProviders = {
  anthropic: '@loadout/model-anthropic',
  script: '@loadout/model-script',
} as const;

/** Returns the entries of a document with the implicit providers below them. Source: G12. */
export const withImplicit = <T>(providers: Readonly<Record<string, T>> | undefined): Readonly<Record<string, T | string>> => ({
  ...implicitProviders,
  ...providers,
});
