import { basename, dirname } from 'node:path';

/**
 * Returns the state folder. A plugin's own folder is <state>/plugins/<name>; transcripts, trust and other plugins' data are
 * beside it.
 */
export function stateRoot(stateDir: string): string {
  const parent = dirname(stateDir);
  return basename(parent) === 'plugins' ? dirname(parent) : stateDir;
}
