import { isAbsolute, join, relative } from 'node:path';
import { type Access, type AnyTool, BackgroundTasks, WorkingDirectory } from '@loadout/core';
import type { Check, Problem } from './check.js';
import type { Outcome, ToolCases } from './tool-cases.js';

type About = (what: string, look: (outcome: Outcome) => Problem) => Check;

/** The checks about what a call does beside its answer. */
export function effectChecks(
  about: About,
  { tool, cases }: { readonly tool: AnyTool; readonly cases: ToolCases },
): readonly Check[] {
  const { secrets = [], offered } = cases;
  return [
    about('names in access what it changes', changeProblem),
    about('names in access what it fetches', fetchProblem),
    about('leaves the process as it was', ({ processChange }) => processChange),
    ...(offered === undefined
      ? []
      : [about('declares the services that it needs', (seen) => serviceProblem(seen, [...namesOf(tool), ...offered]))]),
    ...(secrets.length === 0 ? [] : [about('keeps the secrets of its options', (seen) => secretProblem(seen, secrets))]),
  ];
}

/** A command may change anything, so a call that names one is not held to its writes. */
function changeProblem({ changed, permitted, dir }: Outcome): Problem {
  if (permitted.some(({ kind }) => kind === 'run')) return undefined;
  const unnamed = changed.find((entry) => !permitted.some((access) => covers(access, join(dir, entry))));
  if (unnamed === undefined) return undefined;
  return `it changed ${unnamed}, and access names no write of it; without that, no rule and no person decides about the file`;
}

/** A new file changes the folders above it, which need no rule of their own. */
const covers = (access: Access, path: string): boolean =>
  access.kind === 'write' && (isBelow(access.path, path) || (access.below === true && isBelow(path, access.path)));

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

function fetchProblem({ fetched, permitted }: Outcome): Problem {
  if (permitted.some(({ kind }) => kind === 'run')) return undefined;
  const hosts = permitted.flatMap((access) => (access.kind === 'fetch' ? [hostOf(access.url)] : []));
  const unnamed = fetched.find((url) => !hosts.includes(hostOf(url)));
  return unnamed === undefined ? undefined : `it asked ${hostOf(unnamed)}, and access names no fetch from there`;
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** Every session has these. */
const ALWAYS = [WorkingDirectory.key, BackgroundTasks.key];

const namesOf = ({ needs = [] }: AnyTool): readonly string[] => needs.map(({ key }) => key);

function serviceProblem({ used }: Outcome, declared: readonly string[]): Problem {
  const missing = used.find((key) => !ALWAYS.includes(key) && !declared.includes(key));
  return missing === undefined
    ? undefined
    : `it gets the service ${missing}, which its plugin does not offer; add it to needs, so that loadout check can name the plugin that does`;
}

function secretProblem({ result, thrown }: Outcome, secrets: readonly string[]): Problem {
  const told = `${JSON.stringify(result)}${thrown instanceof Error ? thrown.message : ''}`;
  const index = secrets.findIndex((secret) => told.includes(secret));
  return index === -1 ? undefined : `its answer repeats the secret option number ${index + 1}`;
}
