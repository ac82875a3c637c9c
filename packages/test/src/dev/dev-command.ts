import { relative } from 'node:path';
import { type ReloadMark, reloadMarkFile } from '@loadout/command';
import { type Diagnostic, renderDiagnostics } from '@loadout/config';
import { defineCommand } from '@loadout/core/commands';
import { replaceWhole, trustFile } from '@loadout/node';
import { readPlace } from '../read-test-wish.js';
import { eachChange, type Turn } from '../watch/each-change.js';
import { markFiles, nextChange, type Watched } from '../watch/next-change.js';
import type { Dev } from './definition.js';
import { definition } from './definition.js';
import { readProject } from './read-project.js';
import { runWords } from './run-words.js';
import { type Step, stepsFor } from './steps-for.js';

/** Checks and tests a project after each change. */
export default defineCommand(definition, async ({ flags }, host) => {
  const dev: Dev = { flags, host, ...readPlace(flags, host) };
  const { signal } = host;
  host.tell('Waiting for changes. Ctrl+C ends it.\n');
  const untold = new Set<string>();
  const take = (turn: Turn) => takeTurn(turn, { ...dev, untold });
  await eachChange({ io: host, signal, file: dev.file, onWait: () => {}, take });
  return signal.reason as number;
});

interface Taking extends Dev {
  /** The changed files of which open chats know nothing, as the project was not right since. */
  readonly untold: Set<string>;
}

/** Prints one line about a change, which grows with each step, and then what is wrong. A further change ends the steps. */
async function takeTurn({ changed, onRead }: Turn, dev: Taking): Promise<void> {
  const at = Date.now();
  const { host, untold } = dev;
  const told: string[] = [];
  const over = new AbortController();
  host.out(`${headOf(changed, dev)}:`);
  try {
    const project = await readProject(dev);
    await onRead(project.watched);
    for (const path of changed.filter(project.isRead)) untold.add(path);
    const signal = AbortSignal.any([host.signal, changeAgain(project.watched, over.signal)]);
    for (const [index, step] of stepsFor(project, { changed, dev }).entries()) {
      const { isGood, told: found } = await runStep(step, { ...dev, signal });
      host.out(`${index === 0 ? '' : ','} ${step.name} ${signal.aborted ? 'interrupted' : isGood ? 'ok' : 'FAILED'}`);
      if (signal.aborted) return;
      told.push(found);
      if (step.isCheck === true && isGood && project.waiting === '' && untold.size > 0) {
        tellChats({ at, changed: namesOf([...untold], dev) }, dev);
        untold.clear();
      }
    }
    told.push(project.waiting);
  } finally {
    over.abort();
    host.out('\n');
  }
  for (const text of told) if (text !== '') host.out(`${text}\n`);
}

/** Returns a signal that fires at the next change. `over`: nobody needs it any more. */
function changeAgain(watched: Watched, over: AbortSignal): AbortSignal {
  const again = new AbortController();
  void nextChange(watched, { since: markFiles(watched), signal: over, onWait: () => {} }).then(() => again.abort());
  return again.signal;
}

const MOST_NAMED = 3;

/** Names the changed files. */
function headOf(changed: readonly string[], dev: Dev): string {
  return changed.length === 0 ? relative(dev.root, dev.file) : `${namesOf(changed, dev)} changed`;
}

function namesOf(changed: readonly string[], { root, host }: Dev): string {
  const names = changed.map((path) => (path === trustFile(host.env) ? 'trust' : relative(root, path)));
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface Stepping extends Pick<Dev, 'host' | 'root'> {
  readonly signal: AbortSignal;
}

interface StepEnd {
  readonly isGood: boolean;
  /** The problems, warnings among them. Empty: none. */
  readonly told: string;
}

/** Runs a step to its end, or until the signal fires. */
async function runStep({ words, isCheck = false }: Step, { host, root, signal }: Stepping): Promise<StepEnd> {
  const { code, stdout, stderr } = await runWords(words, { cwd: root, env: host.env, signal });
  const isGood = code === 0;
  const problems = isCheck ? problemsIn(stdout) : undefined;
  if (problems !== undefined) return { isGood, told: renderDiagnostics(problems, { cwd: root }).trimEnd() };
  return { isGood, told: isGood ? '' : `${stdout}${stderr}`.trimEnd() };
}

/** The problems that the check found. Absent: it could not check. */
function problemsIn(text: string): readonly Diagnostic[] | undefined {
  try {
    return (JSON.parse(text) as { readonly problems: readonly Diagnostic[] }).problems;
  } catch {
    return undefined;
  }
}

/**
 * Tells the open chats of a configuration that files of it changed and are right. Each of them looks at the mark before its next prompt.
 * Source: GAP-F11.
 */
const tellChats = (mark: ReloadMark, { file, host }: Pick<Dev, 'file' | 'host'>): void =>
  replaceWhole(reloadMarkFile(file, host.stateDir), JSON.stringify(mark));
