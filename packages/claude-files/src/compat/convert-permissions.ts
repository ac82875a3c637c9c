import { isList, isMap, isText, mapOf, type Node, type Path, type Place, ruleProblem } from '@loadout/config/documents';
import { isPermissionMode, PERMISSION_MODES, wildcardsIn } from '@loadout/core/run';
import { PERMISSION_FIELDS } from '../fields/file-fields.js';
import { tellLost } from '../fields/tell-lost.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { lose, refuse, sayRead } from '../foreign/tell-foreign.js';
import { convertPaths } from './convert-path.js';

/** Converts `permissions` of a settings file. */
export function convertPermissions(node: Node, context: CompatContext): Node {
  if (!isMap(node)) return node;
  tellLost(node, { fields: PERMISSION_FIELDS, path: ['permissions'], name: ['permissions'] }, context);
  const of = (key: string) => node.entries.get(key)?.value;
  const rules = (key: 'allow' | 'ask' | 'deny') => convertRules(of(key), key, context);
  return mapOf(node.place, {
    allow: rules('allow'),
    ask: rules('ask'),
    deny: rules('deny'),
    mode: convertMode(of('defaultMode'), { key: 'permissions.defaultMode' }, context),
    additionalDirectories: convertPaths(of('additionalDirectories'), context),
  });
}

function convertRules(node: Node | undefined, behavior: 'allow' | 'ask' | 'deny', context: CompatContext): Node | undefined {
  if (!isList(node)) return node;
  // Without an allow rule, more is asked. Without a deny or ask rule, more would run.
  const report = behavior === 'allow' ? lose : refuse;
  const items = node.items.filter((item, index) => {
    if (!isText(item)) return true;
    const problem = ruleProblem(item.value, behavior)?.problem;
    const where = { path: ['permissions', behavior, index], key: `permissions.${behavior}`, place: item.place };
    if (problem === undefined) {
      if (behavior === 'allow') sayNarrower(item.value, where, context);
      return true;
    }
    return report({ ...where, problem: `the rule ${JSON.stringify(item.value)} ${problem}` }, context);
  });
  return { ...node, items };
}

/** Says of a `*` inside a word, which other programs take for any text, that it is a part of the word here (GAP-A4). */
function sayNarrower(rule: string, where: { path: Path; key: string; place: Place }, context: CompatContext): void {
  const specifier = /^Bash\(([\s\S]+)\)$/i.exec(rule.trim())?.[1];
  if (specifier === undefined || wildcardsIn(specifier).parts === 0) return;
  const fix = /(?::| )\*$/.test(specifier)
    ? 'Write one rule for each command.'
    : `Write Bash(${specifier}:*) to allow more words.`;
  const as = 'a rule whose * is a part of one word, without blanks and options';
  sayRead({ ...where, found: `the rule ${JSON.stringify(rule)}`, as, fix }, context);
}

/** Modes of another tool that allow more than the default mode, which applies instead. */
const WIDER: readonly unknown[] = ['auto'];

/** Returns a mode of Loadout, or nothing. */
export function convertMode(node: Node | undefined, { key }: { readonly key: string }, context: CompatContext): Node | undefined {
  if (node === undefined || (node.kind === 'scalar' && isPermissionMode(node.value))) return node;
  const found = node.kind === 'scalar' ? JSON.stringify(node.value) : `a ${node.kind}`;
  const report = node.kind === 'scalar' && WIDER.includes(node.value) ? lose : refuse;
  return report(
    { path: [key], key, place: node.place, problem: `${found} is not one of ${PERMISSION_MODES.join(', ')}` },
    context,
  );
}
