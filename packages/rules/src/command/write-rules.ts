import { keepRule } from '@loadout/config';
import type { CommandHost } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { trustFile } from '@loadout/runner';
import type { Proposal } from '../suggest/proposal.js';

interface Place {
  readonly plan: Plan;
  readonly host: CommandHost;
}

/** Writes the allow rules into the person's own file beside the configuration. A deny rule is for everybody, so a person writes it. */
export async function writeRules(rules: readonly Proposal[], { plan: { configFile }, host }: Place): Promise<void> {
  const values = rules.flatMap(({ rule: { behavior, tool, specifier } }) =>
    behavior === 'allow' ? [{ toolName: tool, ...(specifier === undefined ? {} : { ruleContent: specifier }) }] : [],
  );
  if (values.length < rules.length) host.out('A deny rule is not written. Add it to permissions.deny of the configuration.\n');
  if (configFile === undefined || values.length === 0) return;
  const update = { type: 'addRules', rules: values, behavior: 'allow', destination: 'localSettings' } as const;
  const { says } = await keepRule(update, { configFile, trustFile: trustFile(host.env), env: host.env });
  host.out(`${says}\n`);
}
