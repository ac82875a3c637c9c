import { paintFor, readCall } from '@loadout/command';
import { permissionOverrides, withAgent } from '@loadout/command/runs';
import { agentArgument, configFlags, defineCommand, jsonFlag, ruleFlags } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { explainCall } from '../explain-call.js';
import { explainedSubagent } from '../explained-subagent.js';
import { decisionText, outcomeOf } from './decision-text.js';

const definition = {
  name: 'explain',
  group: 'look',
  summary: 'Show whether a call would be allowed, and which rule decides.',
  positionals: [agentArgument, { name: 'call', help: 'Bash(npm test), Read(src/x.ts), or Tool({"key":"value"}).' }],
  flags: [
    ...configFlags,
    { name: 'via', value: 'AGENT', help: 'Decide as if AGENT had started the agent as a subagent.' },
    { name: 'permission-mode', value: 'MODE', choices: ruleFlags[0].choices, help: 'Decide as if this mode were set.' },
    { name: 'allow', value: 'RULE', repeat: true, help: 'Decide as if this allow rule existed.' },
    { name: 'ask', value: 'RULE', repeat: true, help: 'Decide as if this ask rule existed.' },
    { name: 'deny', value: 'RULE', repeat: true, help: 'Decide as if this deny rule existed.' },
    jsonFlag,
  ],
  details: ['The exit code is 0 for every decision. Hooks do not run, and a hook may decide differently in a run.'],
  examples: ['reviewer "Bash(npm test && git push)"', 'reviewer "Read(.env)" --deny "Read(**/.env)"'],
} as const;

export default defineCommand(definition, async ({ positionals, flags }, host) => {
  const text = positionals.at(-1) ?? '';
  const name = positionals.length > 1 ? positionals[0] : undefined;
  const { via } = flags;
  if (via !== undefined && name === undefined) throw errors.USAGE_FLAG_ALONE({ flag: '--via', needs: 'the name of an agent' });
  const { plan } = await host.load(flags);
  await withAgent(plan, {
    agent: via ?? name,
    env: host.env,
    permissions: permissionOverrides(flags),
    use: async (agent) => {
      const subagent = via === undefined ? undefined : explainedSubagent(agent, name ?? '');
      const call = readCall(text, (subagent ?? agent).pool);
      const decision = await (subagent?.explain(call) ?? explainCall(agent, call));
      const trace = decision.trace.map((step) => ({ ...step, outcome: outcomeOf(step) }));
      if (flags.json) host.json({ agent: name ?? agent.name, via, ...call, ...decision, trace });
      else host.screen.out(decisionText(decision, { cwd: host.cwd, paint: paintFor(host) }));
    },
  });
  return 0;
});
