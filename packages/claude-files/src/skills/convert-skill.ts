import { isList, isMap, isText, type MapNode, mapOf, type Node, type Place, type Scalar } from '@loadout/config/documents';
import { convertHooks } from '../foreign/convert-hooks.js';
import { convertModel } from '../foreign/convert-model.js';
import { fieldOf } from '../foreign/foreign-fields.js';
import { lose } from '../foreign/tell-foreign.js';
import {
  convertAllowed,
  convertDisallowed,
  convertRestrictions,
  convertWords,
  loseValue,
  type SkillContext,
} from './convert-lists.js';
import { SKILL_FIELDS } from './skill-fields.js';

/** `command`: the file of a command, which only a person can start. */
export type SkillKind = 'skill' | 'command';

type Named = SkillContext & { readonly kind: SkillKind };

/** Converts the frontmatter of a skill to Loadout's terms. A skill without a description gets the first line of its text. */
export function convertSkill(skill: MapNode, context: Named & { readonly file: string; readonly dir: string }): MapNode {
  sayLost(skill, context);
  const of = (key: string) => skill.entries.get(key)?.value;
  const text = (key: string) => convertText(of(key), key, context);
  const start: Place = { ...skill.place, length: 1 };
  const value = (found: Scalar): Node => ({ kind: 'scalar', place: start, value: found, verbatim: true });
  const hooks = of('hooks');
  return mapOf(start, {
    file: value(context.file),
    dir: value(context.dir),
    description: text('description') ?? value(firstLine(of('instructions'))),
    whenToUse: text('when_to_use'),
    argumentHint: convertHint(of('argument-hint'), context),
    arguments: convertWords(of('arguments'), 'arguments', context),
    aliases: convertWords(of('aliases'), 'aliases', context),
    modelInvocable: value(context.kind === 'skill' && !isSet(of('disable-model-invocation'), true)),
    userInvocable: value(!isSet(of('user-invocable'), false)),
    allowedTools: convertAllowed(of('allowed-tools'), context),
    disallowedTools: convertDisallowed(of('disallowed-tools'), context),
    toolRestrictions: convertRestrictions(of('tool-restrictions'), context),
    model: convertModel(of('model'), { ...context, otherwise: 'so it changes no model' }),
    effort: text('effort'),
    context: convertContext(of('context'), context),
    agent: text('agent'),
    hooks: hooks === undefined ? undefined : convertHooks(hooks, [...context.path, 'hooks'], context),
    paths: convertWords(of('paths'), 'paths', context),
  });
}

function sayLost(skill: MapNode, context: Named): void {
  for (const [key, { key: place, value }] of skill.entries) {
    // The text below the frontmatter is stored under this key, at the position where the text begins.
    if (key === 'instructions' && value.place.line === place.line && value.place.column === place.column) continue;
    const { fate, note } = fieldOf(SKILL_FIELDS, key);
    const isPlainShell = key === 'shell' && isText(value) && value.value === 'bash';
    if (fate === 'lost' && !isPlainShell) lose({ path: [...context.path, key], key, place, problem: note }, context);
  }
}

function convertText(node: Node | undefined, key: string, context: SkillContext): Node | undefined {
  if (node === undefined || isText(node)) return node;
  return node.kind === 'scalar' && node.value !== null ? { ...node, value: String(node.value) } : loseValue(node, key, context);
}

/** Converts the hint. `[issue]` and `[depth: quick|full]` are a list and a map in YAML, but their author means a hint. */
function convertHint(node: Node | undefined, context: SkillContext): Node | undefined {
  if (!isList(node) && !isMap(node)) return convertText(node, 'argument-hint', context);
  return { kind: 'scalar', place: node.place, value: writtenHint(node), verbatim: true };
}

function writtenHint(node: Node): string {
  if (isList(node)) return `[${node.items.map(writtenHint).join(', ')}]`;
  if (isMap(node)) return [...node.entries].map(([key, { value }]) => `${key}: ${writtenHint(value)}`).join(', ');
  return node.kind === 'scalar' ? String(node.value ?? '') : '';
}

function convertContext(node: Node | undefined, context: SkillContext): Node | undefined {
  if (node === undefined || (isText(node) && node.value === 'fork')) return node;
  const problem = 'it can only be fork, so the skill runs in the conversation';
  return lose({ path: [...context.path, 'context'], key: 'context', place: node.place, problem }, context);
}

/** Whether a switch is set. Both switches restrict the skill, so a value that is neither yes nor no counts as restricting. */
function isSet(node: Node | undefined, closes: boolean): boolean {
  if (node === undefined) return false;
  const word = node.kind === 'scalar' ? String(node.value).toLowerCase() : '';
  return word !== String(!closes) && word !== 'null';
}

const MAX_LINE = 300;

function firstLine(body: Node | undefined): string {
  const line = isText(body) ? (/^[ \t]*(?:#+[ \t]+)?(\S.*)$/m.exec(body.value)?.[1] ?? '') : '';
  return line.trim().slice(0, MAX_LINE);
}
