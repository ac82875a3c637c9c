import { type CommandHost, configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { TOKEN_ESTIMATE } from '@loadout/core/model';
import { type Diagnosis, diagnoseServer } from './diagnose-server.js';
import { loadServer, serverArgument } from './load-server.js';

const definition = {
  name: 'mcp doctor',
  group: 'more',
  summary: 'Start an MCP server and show its handshake, its tools with their cost in tokens, and its problems.',
  positionals: [serverArgument],
  flags: [...configFlags, jsonFlag],
  details: ['The exit code is 1 if the server has a problem.'],
  examples: ['files'],
} as const;

export default defineCommand(definition, async ({ positionals: [key = ''], flags }, host) => {
  const { options, entry } = await loadServer(key, { flags, host });
  const found = await diagnoseServer({ ...options, signal: host.signal }, { key, entry, called: host.called });
  const ok = found.problems.length + found.leftOut.length === 0;
  if (flags.json) host.json({ ok, ...found });
  else showDiagnosis(found, host);
  return ok ? 0 : 1;
});

/** Prints what was found at a server. */
function showDiagnosis(found: Diagnosis, host: CommandHost): void {
  const { server, kind, state, ms, info, problems, leftOut } = found;
  const how = state === 'connected' ? `connected over ${kind} in ${duration(ms)}` : `${state} after ${duration(ms)}`;
  host.out(`${oneLine(server)}: ${how}\n`);
  if (info !== undefined)
    host.out(`Server: ${oneLine(`${info.name} ${info.version}`)}, protocol ${oneLine(info.protocolVersion)}.\n`);
  if (state === 'connected') showOffer(found, host);
  const left = leftOut.map(({ name, why }) => `${oneLine(name)}: ${why}`);
  const told = problems.map(({ problem, fix }) => `${problem}${fix === undefined ? '' : `\nFix: ${fix}`}`);
  host.out([...section('Tools left out:', left), ...section('Problems:', told)].join(''));
}

function showOffer({ tools, tokens, resources, prompts }: Diagnosis, host: CommandHost): void {
  const offers = `${plural(tools.length, 'tool')}, ${plural(resources, 'resource')} and ${plural(prompts, 'prompt')}`;
  host.out(`Offers ${offers}. Estimate (${TOKEN_ESTIMATE}):\n`);
  const rows = [...tools, { name: 'total', tokens }].map((tool) => [tool.name, `about ${count(tool.tokens)} tokens`]);
  host.table(rows, { right: [1] });
}

const section = (title: string, entries: readonly string[]) =>
  entries.length === 0 ? [] : [`${title}\n`, ...entries.map((entry) => `  ${entry.replaceAll('\n', '\n  ')}\n`)];

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 80);
const count = (value: number) => value.toLocaleString('en');
const plural = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
const duration = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
