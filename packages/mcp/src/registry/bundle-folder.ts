import { join } from 'node:path';

/** The folder of a bundle's files. Its name is the hash of the bundle, so its content never changes. */
export const bundleFolder = (sha256: string, stateDir: string): string => join(stateDir, 'bundles', sha256);
