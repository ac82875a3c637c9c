import { isLocal, splitUse } from './find-package.js';

/** Packages that load another package, which an option names. The other package can do what a plugin can. */
const OPTIONS: Readonly<Record<string, string>> = { '@loadout/model-ai-sdk': 'package' };

/** The option of a package that names another package to load. */
export const loadingOption = (use: string): string | undefined => (isLocal(use) ? undefined : OPTIONS[splitUse(use).name]);

/** The package of a module's name: `@ai-sdk/amazon-bedrock/anthropic` is a part of `@ai-sdk/amazon-bedrock`. A path stays. */
export const packageOfModule = (name: string): string => (isLocal(name) ? name : (/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name));
