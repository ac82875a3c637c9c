/** The default for `providers`. */
export const implicitProviders = {
  anthropic: '@loadout/model-anthropic',
  script: '@loadout/model-script',
} as const;
