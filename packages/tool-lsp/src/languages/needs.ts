import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '@loadout/core';
import { jsonIn, realOrWritten } from '@loadout/node';
import type { Candidate } from './language-table.js';
import { isInside, type ProgramPlaces } from './trusted-programs.js';

export type Need = { readonly lacks: string } | { readonly initializationOptions: object | undefined };

interface Found {
  readonly program: string;
  readonly places: ProgramPlaces;
}

/**
 * Checks the requirements of a found program. Returns the missing one, worded for the list of tried programs, or the options for
 * the program.
 */
export function checkNeeds(candidate: Candidate, found: Found): Need {
  const { initializationOptions } = candidate;
  if (candidate.needs === 'native-typescript') {
    const version = versionBeside(realOrWritten(found.program));
    return version >= 7 ? { initializationOptions } : { lacks: 'it has no language server before version 7' };
  }
  return candidate.needs === 'tsserver' ? tsserverOptions(candidate, found) : { initializationOptions };
}

function tsserverOptions({ initializationOptions }: Candidate, { program, places }: Found): Need {
  const given = (initializationOptions as { tsserver?: { path?: unknown } } | undefined)?.tsserver;
  // The second server that it would use while a project loads knows one file only, and its answers look complete.
  const tsserver = { useSyntaxServer: 'never', ...given };
  const withTsserver = (more: object) => ({
    initializationOptions: { ...initializationOptions, tsserver: { ...tsserver, ...more } },
  });
  if (places.projectServers || typeof given?.path === 'string') return withTsserver({});
  const path = tsserverBeside(realOrWritten(program));
  // Without a path of its own it would load the TypeScript of the workspace, which is the repository's code.
  if (path === undefined || isInside(realOrWritten(path), places.roots))
    return { lacks: 'it needs TypeScript 5 or 6 installed beside it, or initializationOptions.tsserver.path' };
  return withTsserver({ path });
}

/** The TypeScript that the server's own node_modules folders lead to. */
function tsserverBeside(program: string): string | undefined {
  for (const folder of foldersAbove(program)) {
    const path = join(folder, 'node_modules', 'typescript', 'lib', 'tsserver.js');
    if (existsSync(path)) return path;
  }
  return undefined;
}

function versionBeside(program: string): number {
  for (const folder of foldersAbove(program)) {
    const text = fileText(join(folder, 'package.json'));
    if (text !== undefined) return majorOf(text);
  }
  return 0;
}

function majorOf(packageJson: string): number {
  const json = jsonIn(packageJson);
  return (isObject(json) && Number.parseInt(String(json.version), 10)) || 0;
}

function* foldersAbove(path: string): Generator<string> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    yield folder;
    if (folder === dirname(folder)) return;
  }
}

function fileText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
