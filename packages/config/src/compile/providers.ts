/** What `providers` is when a configuration says nothing of it. */
export const implicitProviders = {
  anthropic: '@loadout/model-anthropic',
  script: '@loadout/model-script',
} as const;
