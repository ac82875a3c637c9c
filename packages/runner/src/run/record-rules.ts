import { type PermissionRule, ruleText } from '@loadout/core/run';
import type { Ground } from '../ground/ground.js';
import type { Rules } from '../permissions/rules.js';
import type { RecordedRule } from '../session/records.js';

/** Records the model, the mode and the rules that are in force when a prompt is answered. */
export function recordRules({ spec, session, permissions }: Pick<Ground, 'session' | 'spec'> & Pick<Rules, 'permissions'>): void {
  const { id, provider, contextWindow } = spec.model.plan;
  session.recordRules({ model: { id, provider, contextWindow }, mode: permissions.mode }, inOrder(permissions.layers.rules));
}

/** The order in which the pipeline tries rules. */
const EFFECTS = ['deny', 'ask', 'allow'] as const;

const inOrder = (rules: readonly PermissionRule[]): readonly RecordedRule[] =>
  EFFECTS.flatMap((effect) =>
    rules
      .filter(({ behavior }) => behavior === effect)
      .map((rule) => ({ effect, rule: ruleText(rule), ...(rule.position === undefined ? {} : { position: rule.position }) })),
  );
