import { configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { diagnoseServer } from './diagnose-server.js';
import { loadServer, serverArgument } from './load-server.js';
import { showDiagnosis } from './show-diagnosis.js';

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
  const found = await diagnoseServer({ ...options, signal: host.signal }, { key, entry });
  const ok = found.problems.length + found.leftOut.length === 0;
  if (flags.json) host.json({ ok, ...found });
  else showDiagnosis(found, host);
  return ok ? 0 : 1;
});
