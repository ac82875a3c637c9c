import { realpathSync } from 'node:fs';
import { oneLine, printableJson, type Style, workingFolder } from '@loadout/command';
import { sessionFolder } from '@loadout/sessions';
import type { Command } from '../arguments/command.js';
import type { Arguments } from '../arguments/definition.js';
import type { doctor } from '../arguments/definitions.js';
import {
  type Examining,
  lockFinding,
  modelFindings,
  problemOf,
  programFindings,
  serverFindings,
  trustFinding,
} from '../doctor/configuration.js';
import { type Finding, folderFinding, machineFindings } from '../doctor/machine.js';
import type { Io } from '../io.js';
import { loadWhole } from '../load/load-plan.js';
import { onInterrupt } from '../signals.js';

export const execute: Command<typeof doctor> = async ({ flags }, io) => {
  const stopped = new AbortController();
  const interrupts = flags.servers ? onInterrupt(io, () => stopped.abort()) : undefined;
  const findings = await examine(flags, { io, signal: stopped.signal });
  interrupts?.release();
  const ok = !findings.some(({ state }) => state === 'problem');
  if (flags.json) io.out(`${printableJson({ ok, findings }, 2)}\n`);
  else for (const finding of findings) io.out(`${lineOf(finding, io)}\n`);
  return interrupts?.exitCode ?? (ok ? 0 : 1);
};

async function examine(flags: Arguments<typeof doctor>['flags'], { io, signal }: Examining): Promise<readonly Finding[]> {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const loaded = await loadWhole(flags, { io, wish: { keepParams: true, loadsNothing: true, tellsTrust: true } }).catch(
    problemOf,
  );
  if (!('plan' in loaded))
    return [
      ...(await machineFindings(io, undefined)),
      folderFinding(sessionFolder({ workspace: realpathSync.native(cwd), env: io.env }).dir),
      { what: 'configuration', ...loaded },
    ];
  const { plan } = loaded;
  const sessions = sessionFolder({ workspace: realpathSync.native(plan.workspace), dir: plan.sessions.dir, env: io.env });
  return [
    ...(await machineFindings(io, plan)),
    folderFinding(sessions.dir),
    { what: 'configuration', state: 'ok', says: plan.configFile ?? '' },
    ...loaded.warnings.map(({ message, fix }): Finding => ({ what: 'configuration', state: 'note', says: message, fix })),
    trustFinding(loaded),
    await lockFinding(loaded, { flags, io }),
    ...programFindings(plan, io),
    ...(await modelFindings(plan, { io, signal })),
    ...(flags.servers ? await serverFindings(loaded, { io, signal }) : []),
  ];
}

const STYLES: Readonly<Record<Finding['state'], Style>> = { ok: 'green', note: 'yellow', problem: 'red' };

function lineOf({ what, state, says, fix }: Finding, { paint }: Io): string {
  const todo = fix === undefined ? '' : ` Fix: ${oneLine(fix, 300)}`;
  return `${paint(STYLES[state], state.padEnd(7))}  ${oneLine(what).padEnd(14)} ${oneLine(says, 400)}${todo}`;
}
