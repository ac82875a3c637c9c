import { basename } from 'node:path';
import { plural } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { errors } from '../errors.js';
import type { Kind, Proposal } from '../suggest/proposal.js';

export interface Writing {
  readonly plan: Plan;
  readonly host: CommandHost;
  /** Writes without a question, for a pipe. */
  readonly isSure: boolean;
  /** Proposes again with rules of these kinds alone. */
  readonly propose: (kinds: readonly Kind[]) => Promise<readonly Proposal[]>;
  /** Shows proposals to a person. */
  readonly show: (rules: readonly Proposal[]) => string;
  /** Tells what was written. */
  readonly tell: (text: string) => void;
}

/** The order of the questions, which is that in which rules are tried: what may be allowed depends on what is held back. */
const ORDER: readonly Kind[] = ['deny', 'ask', 'allow'];

/** Writes rules into the person's own file beside the configuration, each kind after a yes. Throws RULES_NO_FILE, RULES_NOT_CONFIRMED. */
export async function writeRules(rules: readonly Proposal[], writing: Writing): Promise<void> {
  const { plan, host } = writing;
  const { configFile } = plan;
  if (configFile === undefined || rules.length === 0) return;
  const personal = host.personalRules(configFile);
  if (personal === undefined) throw errors.RULES_NO_FILE({ config: basename(configFile) });
  const confirmed = writing.isSure ? rules : await confirmedRules(rules, basename(personal.file), writing);
  for (const behavior of ORDER) {
    const values = confirmed.flatMap(({ rule }) =>
      rule.behavior === behavior
        ? [{ toolName: rule.tool, ...(rule.specifier === undefined ? {} : { ruleContent: rule.specifier }) }]
        : [],
    );
    if (values.length === 0) continue;
    const update = { type: 'addRules', rules: values, behavior, destination: 'localSettings' } as const;
    writing.tell(`${await personal.keep(update)}\n`);
  }
}

const ofKind = (rules: readonly Proposal[], kind: Kind) => rules.filter(({ rule }) => rule.behavior === kind);

/** Asks about each kind. Without the rules that a person does not want, fewer may be allowed. */
async function confirmedRules(rules: readonly Proposal[], file: string, writing: Writing): Promise<readonly Proposal[]> {
  const { host } = writing;
  if (!host.isTyped) throw errors.RULES_NOT_CONFIRMED({ count: rules.length, file });
  let left = rules;
  let refused: readonly Kind[] = [];
  for (const kind of ORDER) {
    if (kind === 'allow' && refused.length > 0) left = await withoutRefused(left, refused, writing);
    const own = ofKind(left, kind);
    if (own.length === 0) continue;
    const answer = await host.ask(`Write ${plural(own.length, `${kind} rule`)} into ${file}? [y/N]: `);
    if (answer === undefined) throw errors.RULES_NOT_CONFIRMED({ count: rules.length, file });
    if (/^y(?:es)?$/i.test(answer.trim())) continue;
    refused = [...refused, kind];
    left = left.filter((one) => !own.includes(one));
  }
  return left;
}

async function withoutRefused(
  left: readonly Proposal[],
  refused: readonly Kind[],
  { host, propose, show }: Writing,
): Promise<readonly Proposal[]> {
  const before = ofKind(left, 'allow');
  const now = ofKind(await propose(ORDER.filter((kind) => !refused.includes(kind))), 'allow');
  const texts = (list: readonly Proposal[]) => list.map(({ text }) => text).join('\n');
  if (texts(before) !== texts(now))
    host.out(`Without these ${refused.join(' and ')} rules, less can be allowed.\n\n${show(now)}`);
  return [...left.filter((one) => !before.includes(one)), ...now];
}
