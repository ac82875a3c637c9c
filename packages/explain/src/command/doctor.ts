import { realpathSync } from 'node:fs';
import { fixesAsCalled, oneLine, paintFor, readParams, type Style, trustSources, workingFolder } from '@loadout/command';
import { loadConfig } from '@loadout/config';
import { type CommandFlags, type CommandHost, configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { trustFile } from '@loadout/node';
import { sessionFolder } from '@loadout/sessions';
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

const definition = {
  name: 'doctor',
  group: 'look',
  summary: 'Find problems that would stop a run on this machine, and show how to fix them.',
  positionals: [],
  flags: [...configFlags, { name: 'servers', help: 'Also start each MCP server and check it.' }, jsonFlag],
  details: ['No model is called and no key is sent. The exit code is 1 if there is a problem.'],
  examples: ['--servers'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  // Only what starts servers has something to end in order.
  const signal = flags.servers ? host.signal : new AbortController().signal;
  const findings = fixesAsCalled(await examine(flags, { host, signal }), host.env);
  const ok = !findings.some(({ state }) => state === 'problem');
  if (flags.json) host.json({ ok, findings });
  else for (const finding of findings) host.screen.out(`${lineOf(finding, host)}\n`);
  return signal.aborted ? (signal.reason as number) : ok ? 0 : 1;
});

/** Reads the configuration with its warnings, where another command would stop at a problem. */
async function examine(
  flags: CommandFlags<typeof definition>,
  { host, signal }: { readonly host: CommandHost; readonly signal: AbortSignal },
): Promise<readonly Finding[]> {
  const { env } = host;
  const cwd = workingFolder(host.cwd, { flag: '--cwd', dir: flags.cwd });
  const trust = trustSources(flags.trust, { env, file: trustFile(env) });
  const place = { cwd, file: flags.config, profile: flags.profile, params: readParams(flags.param) };
  const loaded = await loadConfig({ ...place, keepParams: true, env, trust }).catch(problemOf);
  if (!('plan' in loaded))
    return [
      ...(await machineFindings(host, undefined)),
      folderFinding(sessionFolder({ workspace: realpathSync.native(cwd), env }).dir),
      { what: 'configuration', ...loaded },
    ];
  const { plan } = loaded;
  host.hide(plan.secrets);
  const sessions = sessionFolder({ workspace: realpathSync.native(plan.workspace), dir: plan.sessions.dir, env });
  const examining: Examining = { env, signal };
  return [
    ...(await machineFindings(host, plan)),
    folderFinding(sessions.dir),
    { what: 'configuration', state: 'ok', says: plan.configFile ?? '' },
    ...loaded.warnings.map(({ message, fix }): Finding => ({ what: 'configuration', state: 'note', says: message, fix })),
    trustFinding(loaded),
    await lockFinding(loaded, { env, trust }),
    ...programFindings(plan, env),
    ...(await modelFindings(plan, examining)),
    ...(flags.servers ? await serverFindings(loaded, examining) : []),
  ];
}

const STYLES: Readonly<Record<Finding['state'], Style>> = { ok: 'green', note: 'yellow', problem: 'red' };

function lineOf({ what, state, says, fix }: Finding, host: CommandHost): string {
  const todo = fix === undefined ? '' : ` Fix: ${oneLine(fix, 300)}`;
  return `${paintFor(host)(STYLES[state], state.padEnd(7))}  ${oneLine(what).padEnd(14)} ${oneLine(says, 400)}${todo}`;
}
