import { matchesExample, type PermissionBehavior } from '@loadout/core/run';
import { readRule } from '../compile/rule.js';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import type { RuleEntry } from '../schema/parts.js';
import type { RuleContext } from './rule-context.js';

/** The folders that examples are resolved against, so that a path in an example has the same meaning on every machine. */
const BASE = { workspace: '/workspace', home: '/home/user' };

/**
 * Tests a rule against its own examples. A rule that does not do what its author expects is reported as an error and does not
 * become a hole.
 */
export function checkExamples(
  { entry, behavior, path }: { entry: Exclude<RuleEntry, string>; behavior: PermissionBehavior; path: Path },
  { flat, report, failed }: RuleContext,
): void {
  const { rule } = readRule(entry.rule, behavior, flat);
  if (failed.has(dotted(path)) || rule === undefined) return;
  for (const list of ['match', 'notMatch'] as const)
    for (const [index, example] of (entry[list] ?? []).entries()) {
      const matches = matchesExample({ ...rule, layer: 'project' }, example, BASE);
      if (matches === (list === 'match')) continue;
      const at = [...path, list, index];
      report.error(errors.CONFIG_RULE_EXAMPLE({ text: entry.rule, example, matches }), { path: at, place: placeOf(flat, at) });
    }
}
