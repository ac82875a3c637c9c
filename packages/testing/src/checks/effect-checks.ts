import { join, relative } from 'node:path';
import { type AnyTool, BackgroundTasks, WorkingDirectory } from '@loadout/core';
import type { Check, Problem } from './check.js';
import {
  covers,
  effectBefore,
  isAbove,
  printed,
  ranProgram,
  undeclaredAddress,
  undeclaredProgram,
  undeclaredRead,
  undeclaredVariable,
  undeclaredWrite,
} from './declared-effects.js';
import type { Outcome } from './run-case.js';
import { repeatedSecret } from './secret-forms.js';
import type { ToolCases } from './tool-cases.js';

type About = (what: string, look: (outcome: Outcome) => Problem) => Check;

/** The checks about what a call does beside its answer. */
export function effectChecks(
  about: About,
  { tool, cases }: { readonly tool: AnyTool; readonly cases: ToolCases },
): readonly Check[] {
  const { secrets = [], offered, touches } = cases;
  return [
    about('does nothing before the decision', (outcome) => effectBefore(outcome.seen, { ...outcome, touches })),
    about('names in access what it reads', (outcome) => undeclaredRead(outcome.seen, { ...outcome, touches })),
    about(
      'names in access what it changes',
      (outcome) => changeProblem(outcome) ?? undeclaredWrite(outcome.seen, { ...outcome, touches }),
    ),
    about('names in access what it fetches', ({ seen, permitted }) => undeclaredAddress(seen, permitted)),
    about('starts the programs that it declares', ({ seen, permitted }) => undeclaredProgram(seen, { permitted, touches })),
    about('reads the variables that it declares', ({ seen }) => undeclaredVariable(seen, touches)),
    about('leaves the process as it was', ({ processChange, seen }) => processChange ?? printed(seen)),
    ...(offered === undefined
      ? []
      : [about('declares the services that it needs', (seen) => serviceProblem(seen, [...namesOf(tool), ...offered]))]),
    ...(secrets.length === 0
      ? []
      : [about('keeps the secrets of its options', (seen) => secretProblem(seen, { tool, secrets }))]),
  ];
}

/** A program may change anything in the folder, so a call that runs one is not held to the changes there. */
function changeProblem({ changed, permitted, seen, dir }: Outcome): Problem {
  if (ranProgram(seen, { permitted })) return undefined;
  const writes = permitted.filter(({ kind }) => kind === 'write');
  const unnamed = changed
    .map((entry) => join(dir, entry))
    .find((path) => !writes.some((access) => covers(access, path) || isAbove(path, access)));
  if (unnamed === undefined) return undefined;
  return `it changed ${relative(dir, unnamed)}, and access names no write of it; without that, no rule and no person decides about the file`;
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

/** The places where people, models and other programs read: none of them repeats a secret, in any encoding. */
function secretProblem(
  outcome: Outcome,
  { tool, secrets }: { readonly tool: AnyTool; readonly secrets: readonly string[] },
): Problem {
  const { result, output, thrown, progressed, emitted, permitted, seen } = outcome;
  const shown = (kinds: readonly string[]) => seen.filter(({ kind }) => kinds.includes(kind)).map(({ what }) => what);
  const places: readonly (readonly [place: string, told: unknown])[] = [
    ['its answer', [result, output, thrown instanceof Error ? [thrown.message, (thrown as { fix?: unknown }).fix] : thrown]],
    ['its description', [tool.description, tool.inputSchema]],
    ['its progress', progressed],
    ['an event that it sends', emitted],
    ['its access', permitted],
    ['the text that it prints', shown(['print', 'log'])],
    ['a command line, which every user of the machine can read,', shown(['run'])],
  ];
  return repeatedSecret(places, secrets);
}
