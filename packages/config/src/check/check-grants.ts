import { coversRule, ruleText } from '@loadout/core/run';
import type { CompileInput } from '../compile/compile-context.js';
import { compileRule, compileRules } from '../compile/compile-permissions.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { warn } from './check-context.js';
import { ruleAt } from './warn-of-rules.js';

type Context = Pick<CompileInput, 'document' | 'flat' | 'settings'> & { readonly report: Report };

/** Warns about grants that are blocked by a rule no grant can answer: any deny rule, or an ask rule of the settings. */
export function checkGrants({ document, flat, settings, report }: Context): void {
  const above = settings.flatMap((one) => compileRules(one.document.permissions, { flat: one.flat, base: ['permissions'] }));
  const shared = compileRules(document.permissions, { flat, base: ['permissions'] });
  const rulesOf = (name: string) =>
    compileRules(document.agents?.[name]?.permissions, { flat, base: ['agents', name, 'permissions'], layer: 'agent' });
  for (const [name, agent] of Object.entries(document.agents ?? {}))
    for (const [other, { grants = [] }] of Object.entries(agent.subagents ?? {})) {
      const denies = [...shared, ...rulesOf(name), ...rulesOf(other)].filter((rule) => rule.behavior === 'deny');
      const against = [...above.filter((rule) => rule.behavior !== 'allow'), ...denies];
      for (const [index, entry] of grants.entries()) {
        const path = ['agents', name, 'subagents', other, 'grants', index];
        const [grant] = compileRule({ entry, behavior: 'allow', path }, { flat, layer: 'agent' });
        const by = grant === undefined ? undefined : against.find((rule) => coversRule(rule, grant));
        if (grant === undefined || by === undefined) continue;
        warn(errors.CONFIG_GRANT_IDLE({ text: ruleText(grant), ...ruleAt(by) }), path, { flat, report });
      }
    }
}
