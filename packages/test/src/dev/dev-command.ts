import { relative } from 'node:path';
import { defineCommand } from '@loadout/core/commands';
import { trustFile } from '@loadout/runner';
import { readPlace } from '../read-test-wish.js';
import { eachChange, type Turn } from '../watch/each-change.js';
import { definition } from './definition.js';
import type { Dev } from './dev.js';
import { readProject } from './read-project.js';
import { runStep } from './run-step.js';
import { stepsFor } from './steps-for.js';

/** Checks and tests a project after each change. */
export default defineCommand(definition, async ({ flags }, host) => {
  const dev: Dev = { flags, host, ...readPlace(flags, host) };
  const { signal } = host;
  host.tell('Waiting for changes. Ctrl+C ends it.\n');
  await eachChange({ io: host, signal, file: dev.file, onWait: () => {}, take: (turn) => takeTurn(turn, dev) });
  return signal.reason as number;
});

/** Prints one line about a change, which grows with each step, and then what is wrong. */
async function takeTurn({ changed, onRead }: Turn, dev: Dev): Promise<void> {
  const { host } = dev;
  const told: string[] = [];
  host.out(`${headOf(changed, dev)}:`);
  try {
    const project = await readProject(dev);
    await onRead(project.watched);
    for (const [index, step] of stepsFor(project, { changed, dev }).entries()) {
      const done = await runStep(step, dev);
      if (host.signal.aborted) return;
      host.out(`${index === 0 ? '' : ','} ${step.name} ${done.isGood ? 'ok' : 'FAILED'}`);
      told.push(done.told);
    }
    told.push(project.waiting);
  } finally {
    host.out('\n');
  }
  for (const text of told) if (text !== '') host.out(`${text}\n`);
}

const MOST_NAMED = 3;

/** Names the changed files. */
function headOf(changed: readonly string[], { file, root, host }: Dev): string {
  if (changed.length === 0) return relative(root, file);
  const names = changed.map((path) => (path === trustFile(host.env) ? 'trust' : relative(root, path)));
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''} changed`;
}
