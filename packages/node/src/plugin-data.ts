import { isAbsolute } from 'node:path';
import { makeFolder } from './paths.js';

/** Creates the folder in which a plugin of Claude Code keeps its files, for this user alone, before a program that knows it starts. */
export function makePluginData({ CLAUDE_PLUGIN_DATA: folder }: Readonly<Record<string, string | undefined>>): void {
  if (folder !== undefined && isAbsolute(folder)) makeFolder(folder);
}
