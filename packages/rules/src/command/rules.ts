import { realpathSync } from 'node:fs';
import { localTime, oneLine, plural, workingFolder } from '@loadout/command';
import { loadConfig } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { type CommandHost, defineCommand, jsonFlag } from '@loadout/core/commands';
import { type PermissionRule, type Plan, ruleText } from '@loadout/core/run';
import { trustFile } from '@loadout/node';
import { type SessionFolder, sessionFolder } from '@loadout/sessions';
import { type AskedCall, askedCalls } from '../record/asked-calls.js';
import { type PlaceFlags, placeFlags } from './place-flags.js';

export const definition = {
  name: 'rules',
  group: 'look',
  summary: 'Show the questions that were asked in this project, and the rule that would have spared each.',
  positionals: [],
  flags: [...placeFlags, jsonFlag],
  details: [
    'Reads the sessions of this folder. Shows the rule that was offered with each question, never a wider one, and none that is already in effect.',
  ],
  examples: ['--json'],
} as const;

/** Shows what was asked in this project, how it was answered, and which rule would have made the questions needless. */
export default defineCommand(definition, async ({ flags }, host) => {
  const { sessions, rules: kept } = await readPlace(flags, host);
  const { calls, unread } = askedCalls(sessions);
  const left = calls.filter((call) => !isSpared(call, kept));
  const spared = calls.length - left.length;
  const asked = grouped(left);
  for (const problem of unread) host.tell(`note: ${oneLine(problem, 200)}\n`);
  if (flags.json) host.json({ asked, unread });
  else if (calls.length === 0) host.out(`Nothing was asked in the sessions of ${sessions.dir}.\n`);
  else if (asked.length === 0) host.out(`The current rules already answer ${plural(spared, 'question')}; no other was asked.\n`);
  else {
    host.table([HEAD, ...asked.map(row)], { widths: [80, 80, 80, 80, 80, 200], right: [0, 1, 2, 3] });
    host.tell('A rule allows such calls in this project under permissions.allow of agent.config.local.yaml.\n');
  }
  return 0;
});

interface Place {
  readonly sessions: SessionFolder;
  /** The rules that hold for every agent. */
  readonly rules: readonly PermissionRule[];
}

/** The sessions of a project, and its rules. Sessions can be read even if the configuration is gone. */
async function readPlace(flags: PlaceFlags, host: CommandHost): Promise<Place> {
  const { env } = host;
  const cwd = workingFolder(host.cwd, { flag: '--cwd', dir: flags.cwd });
  const plan = await planOf(flags, { cwd, env });
  host.hide(plan?.secrets ?? []);
  const workspace = realpathSync.native(plan?.workspace ?? cwd);
  return { sessions: sessionFolder({ workspace, dir: plan?.sessions.dir, env }), rules: plan?.permissions.rules ?? [] };
}

async function planOf(
  { config: file, profile }: PlaceFlags,
  { cwd, env }: Pick<CommandHost, 'cwd' | 'env'>,
): Promise<Plan | undefined> {
  try {
    const { plan } = await loadConfig({ cwd, file, profile, env, keepParams: true, trust: { file: trustFile(env) } });
    return plan;
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'CONFIG_NOT_FOUND' || file !== undefined) throw error;
    return undefined;
  }
}

/** Whether the rules that hold now include every rule that was offered with the question. */
function isSpared({ spared }: AskedCall, rules: readonly PermissionRule[]): boolean {
  const allowed = new Set(rules.filter(({ behavior }) => behavior === 'allow').map(ruleText));
  return spared.length > 0 && spared.every((rule) => allowed.has(rule));
}

/** The questions that the same rules would have made needless. Without such rules, those about one tool. */
interface AskedGroup {
  readonly tool: string;
  readonly rules: readonly string[];
  readonly asked: number;
  readonly allowed: number;
  readonly denied: number;
  readonly nobody: number;
  /** The time of the newest question. */
  readonly last?: string | undefined;
}

/** The questions, the most frequent first. */
function grouped(calls: readonly AskedCall[]): readonly AskedGroup[] {
  const groups = new Map<string, AskedCall[]>();
  for (const call of calls) {
    const key = JSON.stringify([call.tool, call.spared]);
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return [...groups.values()].map(groupOf).sort((a, b) => b.asked - a.asked || ((a.last ?? '') < (b.last ?? '') ? 1 : -1));
}

function groupOf(calls: readonly AskedCall[]): AskedGroup {
  const [first] = calls;
  const times = calls.flatMap(({ at }) => at ?? []);
  const count = (answer: AskedCall['answer']) => calls.filter((call) => call.answer === answer).length;
  return {
    tool: first?.tool ?? '',
    rules: first?.spared ?? [],
    asked: calls.length,
    allowed: count('allowed'),
    denied: count('denied'),
    nobody: count('nobody'),
    ...(times.length === 0 ? {} : { last: new Date(Math.max(...times)).toISOString() }),
  };
}

const HEAD = ['asked', 'yes', 'no', 'nobody there', 'last', 'would be spared by'];

const row = ({ tool, rules, asked, allowed, denied, nobody, last }: AskedGroup): readonly string[] => [
  ...[asked, allowed, denied, nobody].map(String),
  last === undefined ? '' : localTime(new Date(last)),
  rules.length === 0 ? `no rule: ${oneLine(tool, 40)} is asked about each time` : oneLine(rules.join(', '), 200),
];
