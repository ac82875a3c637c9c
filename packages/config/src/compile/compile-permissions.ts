import type { PermissionMode } from '@loadout/core';
import {
  byWidth,
  type PermissionBehavior,
  type PermissionLayer,
  type PermissionPlan,
  type PermissionRule,
} from '@loadout/core/run';
import { type Flat, placeOf } from '../document/flatten.js';
import type { Path } from '../document/node.js';
import type { PermissionsDocument } from '../schema/config-schema.js';
import { seconds } from '../schema/duration.js';
import type { RuleEntry } from '../schema/parts.js';
import { type CompileInput, given, pathFrom, positionOf } from './compile-context.js';
import { readRule, textOf } from './rule.js';

/** Compiles the rules of all layers, highest authority first. A mode is at most as wide as each higher authority allows. */
export function compilePermissions(input: CompileInput): PermissionPlan {
  const { document, flat, settings } = input;
  const sources = [
    ...settings.map((one) => ({ permissions: one.document.permissions, flat: one.flat })),
    { permissions: document.permissions, flat },
  ];
  const above = settings.map((one) => one.document.permissions?.mode);
  const directories = sources.flatMap((source) =>
    (source.permissions?.additionalDirectories ?? []).map((path, index) =>
      pathFrom(path, { ...input, flat: source.flat, path: ['permissions', 'additionalDirectories', index] }),
    ),
  );
  // The highest authority that says something about approvals.
  const approvals = sources.map((source) => source.permissions?.approvals).find((one) => one !== undefined);
  return given({
    mode: narrowest([document.permissions?.mode ?? 'default', ...above]),
    rules: sources.flatMap((source) => compileRules(source.permissions, { flat: source.flat, base: ['permissions'] })),
    additionalDirectories: [...new Set(directories)],
    approvals: approvals && given({ expireAfter: seconds(approvals.expireAfter), from: approvals.from }),
  });
}

function narrowest(modes: readonly (PermissionMode | undefined)[]): PermissionMode {
  return modes.filter((mode) => mode !== undefined).sort(byWidth)[0] ?? 'default';
}

export type RuleLists = Partial<Pick<PermissionsDocument, PermissionBehavior>>;

/** Returns the entries of the lists of rules, with their paths, in the order in which they decide. */
export const ruleEntries = (lists: RuleLists | undefined, base: Path) =>
  (['deny', 'ask', 'allow'] as const).flatMap((behavior) =>
    (lists?.[behavior] ?? []).map((entry, index) => ({ entry, behavior, path: [...base, behavior, index] as Path })),
  );

export function compileRules(
  permissions: RuleLists | undefined,
  context: { flat: Flat; base: Path; layer?: PermissionLayer },
): readonly PermissionRule[] {
  return ruleEntries(permissions, context.base).flatMap((written) => compileRule(written, context));
}

/** Returns no rule for a text that cannot be parsed; the check has reported it. */
export function compileRule(
  { entry, behavior, path }: { readonly entry: RuleEntry; readonly behavior: PermissionBehavior; readonly path: Path },
  context: { readonly flat: Flat; readonly layer?: PermissionLayer },
): readonly PermissionRule[] {
  const { rule } = readRule(textOf(entry), behavior, context.flat);
  if (rule === undefined) return [];
  const layer = context.layer ?? placeOf(context.flat, path)?.layer ?? 'project';
  const { tool, specifier } = rule;
  const reason = typeof entry === 'string' ? undefined : entry.reason;
  const position = positionOf(context.flat, path);
  return [{ behavior, layer, position, tool, specifier, ...given({ reason }) }];
}
