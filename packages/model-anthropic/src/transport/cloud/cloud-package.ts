import { errors } from '../../errors.js';

/** The vendors' packages, which only their users install. They are looked up beside this package, never in a project's folder. */
export const CLOUD_PACKAGES = {
  bedrock: { name: '@anthropic-ai/bedrock-sdk', version: '1.1.3' },
  vertex: { name: '@anthropic-ai/vertex-sdk', version: '1.1.3' },
  foundry: { name: '@anthropic-ai/foundry-sdk', version: '1.1.1' },
} as const;

/** Loads the package of a cloud. Throws MODEL_PACKAGE_MISSING. */
export async function loaded<Package>(cloud: keyof typeof CLOUD_PACKAGES, load: () => Promise<Package>): Promise<Package> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw errors.MODEL_PACKAGE_MISSING({ cloud, ...CLOUD_PACKAGES[cloud], from: import.meta.dirname }, { cause });
  }
}
