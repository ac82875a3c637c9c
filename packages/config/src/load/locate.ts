import { join, resolve } from 'node:path';
import { errors } from '../errors.js';
import { findConfig, isThere } from './find-config.js';
import type { LoadOptions } from './load-options.js';

/**
 * Returns the file of the configuration that the options select. For a document, returns a place in its folder. Throws
 * CONFIG_NOT_FOUND and CONFIG_TWICE.
 */
export function locate(options: Pick<LoadOptions, 'cwd' | 'file' | 'env' | 'document'>): string {
  if (options.document !== undefined) return join(resolve(options.cwd), '(options)');
  return existing(findConfig(options), options);
}

/** Returns the file that `findConfig` returned. Throws CONFIG_NOT_FOUND. */
export function existing(file: string | undefined, options: Pick<LoadOptions, 'cwd'>): string {
  if (file === undefined) throw errors.CONFIG_NOT_FOUND({ cwd: options.cwd });
  if (!isThere(file)) throw errors.CONFIG_NOT_FOUND({ file });
  return file;
}
