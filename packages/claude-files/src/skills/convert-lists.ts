import { isList, isText, type Node, type Path, ruleProblem, type ScalarNode } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { lose, loseBroken } from '../foreign/tell-foreign.js';

export interface SkillContext extends CompatContext {
  /** The place of the skill in the document. */
  readonly path: Path;
}

type TextNode = ScalarNode & { readonly value: string };

/** Converts a list of texts, or a text of several words, to a list. Any other value is reported and yields nothing. */
export function convertWords(node: Node | undefined, key: string, context: SkillContext): Node | undefined {
  if (node === undefined) return undefined;
  const items = wordsOf(node);
  return items === undefined ? loseValue(node, key, context) : { kind: 'list', place: node.place, items };
}

function wordsOf(node: Node): readonly TextNode[] | undefined {
  if (isText(node)) return splitWords(node.value).map((value) => ({ ...node, value }));
  if (isList(node) && node.items.every(isText)) return node.items.filter(isText);
  return undefined;
}

export const loseValue = (node: Node, key: string, context: SkillContext): undefined =>
  loseBroken({ path: [...context.path, key], key, place: node.place, problem: 'it must be text, or a list of texts' }, context);

/** Converts allow rules. A rule that cannot be parsed allows nothing. */
export function convertAllowed(node: Node | undefined, context: SkillContext): Node | undefined {
  const key = 'allowed-tools';
  const list = convertWords(node, key, context);
  if (!isList(list)) return undefined;
  const items = list.items.filter((item) => {
    const text = isText(item) ? item.value : '';
    const problem = ruleProblem(text, 'allow')?.problem;
    if (problem === undefined) return true;
    const details = { path: [...context.path, key], key, place: item.place };
    return lose({ ...details, problem: `the rule ${JSON.stringify(text)} ${problem}` }, context);
  });
  return { ...list, items };
}

/** Converts deny rules. A rule that cannot be parsed denies the whole tool. */
export function convertDisallowed(node: Node | undefined, context: SkillContext): Node | undefined {
  const key = 'disallowed-tools';
  const list = convertWords(node, key, context);
  if (!isList(list)) return undefined;
  const items = list.items.flatMap((item): Node[] => {
    const text = isText(item) ? item.value : '';
    const problem = ruleProblem(text, 'deny')?.problem;
    if (problem === undefined) return [item];
    const tool = /^[\w*-]+/.exec(text)?.[0];
    const said = tool === undefined ? problem : `${problem}, so the whole tool ${tool} is refused`;
    lose({ path: [...context.path, key], key, place: item.place, problem: `the rule ${JSON.stringify(text)} ${said}` }, context);
    return tool === undefined ? [] : [{ kind: 'scalar', place: item.place, value: tool, verbatim: true }];
  });
  return { ...list, items };
}

/** Converts the restrictions. A list that cannot be parsed leaves no tool, so that no restriction is lost (SKILL-10). */
export function convertRestrictions(node: Node | undefined, context: SkillContext): Node | undefined {
  if (node === undefined) return undefined;
  const key = 'tool-restrictions';
  const items = wordsOf(node);
  const wrong = items?.find((item) => !/^[\w*-]+$/.test(item.value));
  if (items !== undefined && wrong === undefined) return { kind: 'list', place: node.place, items };
  const found = wrong === undefined ? 'it is not a list of tool names' : `${JSON.stringify(wrong.value)} is not a tool name`;
  const place = wrong?.place ?? node.place;
  lose({ path: [...context.path, key], key, place, problem: `${found}, so the skill has no tool at all` }, context);
  return { kind: 'list', place: node.place, items: [] };
}

/** Splits a text at commas or blanks outside of parentheses. Makes one pass, because the text may be long. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let [depth, start] = [0, 0];
  for (let index = 0; index <= text.length; index++) {
    const sign = text[index];
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === undefined || (depth <= 0 && /[\s,]/.test(sign))) {
      words.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return words.filter((word) => word !== '');
}
