import type { ModelProvider } from '@loadout/core';

/** The declared secrets and the credentials of all providers that are loaded by now: the same array while nothing is added. */
export function knownSecrets(declared: readonly string[], providers: () => Iterable<ModelProvider>): () => readonly string[] {
  let known = declared;
  return () => {
    for (const provider of providers())
      for (const secret of provider.secrets?.() ?? []) if (!known.includes(secret)) known = [...known, secret];
    return known;
  };
}
