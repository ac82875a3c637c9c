import { isLocal, splitUse } from './find-package.js';

/**
 * A plugin or provider of a configuration. `use` has the form of the plan: without a version range, and with a path relative to
 * `configDir`.
 */
export interface LockMount {
  readonly path: string;
  readonly use: string;
}

interface ProviderMount {
  readonly use: string;
  readonly options?: unknown;
}

/** The plugins and providers that a plan loads, and the packages that these load because an option names them. */
export const lockMounts = (plan: {
  readonly plugins: readonly { readonly mount: string; readonly use: string }[];
  readonly providers: Readonly<Record<string, ProviderMount>>;
}): readonly LockMount[] => [
  ...plan.plugins.map(({ mount, use }) => ({ path: `plugins.${mount}`, use })),
  ...Object.entries(plan.providers).flatMap(([name, provider]) => [
    { path: `providers.${name}`, use: provider.use },
    ...namedByOption(`providers.${name}`, provider),
  ]),
];

function namedByOption(path: string, { use, options }: ProviderMount): readonly LockMount[] {
  const option = loadingOption(use);
  const named = option === undefined ? undefined : (options as Readonly<Record<string, unknown>> | undefined)?.[option];
  return typeof named === 'string' ? [{ path: `${path}.options.${option}`, use: packageOfModule(named) }] : [];
}

/** Packages that load another package, which an option names. The other package can do what a plugin can. */
const OPTIONS: Readonly<Record<string, string>> = { '@loadout/model-ai-sdk': 'package' };

/** The option of a package that names another package to load. */
export const loadingOption = (use: string): string | undefined => (isLocal(use) ? undefined : OPTIONS[splitUse(use).name]);

/** The package of a module's name: `@ai-sdk/amazon-bedrock/anthropic` is a part of `@ai-sdk/amazon-bedrock`. A path stays. */
export const packageOfModule = (name: string): string => (isLocal(name) ? name : (/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name));
