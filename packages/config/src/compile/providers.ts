import { type KnownProvider, knownProvider } from '@loadout/models';
import { isOwnPackage } from '../packages/own-packages.js';
import type { ConfigDocument } from '../schema/config-schema.js';

/** The providers of every configuration. An entry of the configuration replaces the one with its name. */
export const implicitProviders = {
  anthropic: '@loadout/model-anthropic',
  script: '@loadout/model-script',
} as const;

type Entry = NonNullable<ConfigDocument['providers']>[string];
type Named = Pick<ConfigDocument, 'providers' | 'models' | 'agents' | 'defaults' | 'smallModel'>;

/** Returns the entries of a document, with the implicit providers and the known ones that it names below them. Source: G12, GAP-E6. */
export const withImplicit = (document: Named): Readonly<Record<string, Entry | KnownProvider>> => ({
  ...implicitProviders,
  ...Object.fromEntries(
    knownNames(document).map(([name, { use, options }]) => [name, options === undefined ? use : { use, options }]),
  ),
  ...document.providers,
});

/** A project that brings such a package has to declare it, so that it waits for trust: nobody judged a name for that. */
function knownNames(document: Named): readonly (readonly [string, KnownProvider])[] {
  const { models = {}, agents = {}, defaults, smallModel } = document;
  const written = [smallModel, defaults?.model, ...Object.values(agents).map(({ model }) => model)].flat();
  const direct = written.flatMap((name) =>
    name?.includes('/') && !Object.hasOwn(models, name) ? [name.split('/', 1)[0] ?? ''] : [],
  );
  const names = new Set([...Object.values(models).map(({ provider }) => provider), ...direct]);
  return [...names].flatMap((name) => {
    const known = Object.hasOwn(implicitProviders, name) ? undefined : knownProvider(name);
    return known === undefined || !isOwnPackage(known.use) ? [] : [[name, known] as const];
  });
}
