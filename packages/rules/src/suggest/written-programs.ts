import { isAbsolute, resolve } from 'node:path';
import { ruleText } from '@loadout/core/run';
import type { RecordedCall } from '../record/recorded-call.js';
import { type Decided, judgeBy, modeAt } from './approvals.js';

/** Programs that run a file of their words. */
const RUNS_FILES = /^(?:python|pypy|node|deno|bun|tsx|ts-node|perl|ruby|php|bash|sh|zsh|dash|ksh|lua|Rscript|julia)[\d.]*$/;

/**
 * Returns the first file that a command runs and that the rules let the agent write unasked, with the rule: together, these run whatever
 * the agent writes.
 */
export function writtenProgram(
  record: RecordedCall,
  decided: Decided,
): { readonly path: string; readonly rule: string } | undefined {
  for (const part of record.call.accesses) {
    if (part.kind !== 'run') continue;
    for (const word of filesRunBy(part.words ?? [])) {
      const path = resolve(record.cwd, word);
      const write = {
        tool: { name: 'Write', aliases: [], origin: { kind: 'base' as const } },
        ...{ input: {}, readOnly: false, openWorld: false, accesses: [{ kind: 'write' as const, path }] },
      };
      const decision = judgeBy({ ...record, call: write }, decided, modeAt(record, decided.set));
      if (decision?.behavior === 'allow')
        return { path, rule: decision.rule === undefined ? 'the mode' : ruleText(decision.rule) };
    }
  }
  return undefined;
}

function filesRunBy([program, ...words]: readonly (string | null)[]): readonly string[] {
  if (program === undefined || program === null) return [];
  if (program.includes('/') && !isAbsolute(program)) return [program];
  const base = program.replace(/^.*\//, '');
  const file = words.find((word) => word !== null && !word.startsWith('-'));
  return RUNS_FILES.test(base) && typeof file === 'string' ? [file] : [];
}
