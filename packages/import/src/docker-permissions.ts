import type { Node, Path } from '@loadout/config/documents';
import { plainText } from './convert-text.js';
import { DOCKER_TOOLS } from './docker-toolsets.js';
import type { Draft } from './draft.js';
import { becomes, itemsOf, readFields, sets, textOf } from './read-fields.js';

/** Reads rules such as `read_file` and `shell:cmd=ls*`. */
export function readPermissions(node: Node, path: Path, draft: Draft): void {
  const rules: Record<string, readonly string[]> = {};
  const madeOf = (item: Node, at: Path, behavior: string) => {
    const text = textOf(item) ?? '';
    return ruleOf(text, behavior) ?? draft.lose(at, item.place, `the rule ${JSON.stringify(text)} has no counterpart`) ?? [];
  };
  const list = (behavior: string) =>
    becomes(
      `permissions.${behavior}`,
      sets(rules, behavior, (value, at) => [
        ...new Set(itemsOf(value, at).flatMap((item) => madeOf(item.node, item.path, behavior))),
      ]),
      draft,
    );
  readFields(node, { allow: list('allow'), ask: list('ask'), deny: list('deny') }, { draft, path });
  draft.permissions = rules;
}

function ruleOf(text: string, behavior: string): string | undefined {
  const [, tool = '', command] = /^([a-z_]+)(?::cmd=(.+))?$/.exec(text) ?? [];
  const name = Object.hasOwn(DOCKER_TOOLS, tool) ? DOCKER_TOOLS[tool] : undefined;
  if (name === undefined || command === undefined) return name;
  return name === 'Bash' ? readCommands(command, behavior) : undefined;
}

/** The rule for commands that a pattern with `*` names. `undefined`: an allow rule cannot say it. */
export function readCommands(pattern: string, behavior: string): string | undefined {
  if (pattern === '*') return 'Bash';
  const words = behavior === 'allow' ? allowedWords(pattern) : pattern;
  return words === undefined ? undefined : `Bash(${plainText(words)})`;
}

/** The words of an allow rule, which must end at a word boundary: `ls*` would also match `lsof`. */
function allowedWords(command: string): string | undefined {
  const start = command.replace(/\*$/, '');
  if (start.includes('*') || start === '') return undefined;
  return start === command ? command : `${start.trimEnd()}:*`;
}
