import { nearest } from '@loadout/core';
import type { Path } from '../document/node.js';

export type Kind = 'env' | 'secret' | 'param' | 'file' | 'configDir' | 'workspace';

export interface Reference {
  readonly kind: Kind;
  readonly name: string;
  readonly fallback?: string;
  /** The text as written, with `${` and `}`. */
  readonly text: string;
}

export interface BadReference {
  readonly text: string;
  /** The text before it on its line, where its own text does not tell it from another `${`. */
  readonly before?: string | undefined;
  readonly problem: string;
  readonly fix?: string | undefined;
}

export type Part = string | Reference | BadReference;

const KINDS = ['env', 'secret', 'param', 'file'] as const;

const OURS = /^\$\{(?:(?:env|secret|param|file):(?!-)[^}]*|configDir|workspace)\}/;

/**
 * Splits a text at its `${…}`. `$$` is a plain `$`; any other `$` is literal. `inHook`: a hook has its own `${…}` and `$$`, so
 * there only references of our kinds are replaced, and `$$` is a plain `$` only before a `{`.
 */
export function parseTemplate(text: string, { inHook = false }: { readonly inHook?: boolean } = {}): readonly Part[] {
  const parts: Part[] = [];
  let plain = '';
  let from = 0;
  const lastEnd = text.lastIndexOf('}');
  for (let sign = text.indexOf('$'); sign !== -1; sign = text.indexOf('$', from)) {
    plain += text.slice(from, sign);
    const next = text[sign + 1];
    const isOurs = () => lastEnd > sign && OURS.test(text.slice(sign));
    if (inHook && !text.startsWith('$${', sign) && !isOurs()) {
      plain += '$';
      from = sign + 1;
      continue;
    }
    if (next !== '{') {
      plain += '$';
      from = sign + (next === '$' ? 2 : 1);
      continue;
    }
    const end = text.indexOf('}', sign);
    if (plain !== '') parts.push(plain);
    plain = '';
    if (end === -1) {
      const before = text.slice(0, sign).replace(/^.*\n/s, '');
      const fix = 'Add the }, or write $$ for a plain $.';
      parts.push({ text: text.slice(sign, sign + 30).replace(/\n.*/s, ''), before, problem: 'is not closed', fix });
      return parts;
    }
    parts.push(parseReference(text.slice(sign, end + 1)));
    from = end + 1;
  }
  plain += text.slice(from);
  if (plain !== '') parts.push(plain);
  return parts;
}

/** Whether a path is below `hooks`, of the document or of an agent. */
const isOfHook = ([first, , third]: Path) => first === 'hooks' || (first === 'agents' && third === 'hooks');

/** Whether a path is a text for bash, in which `${…}` is bash's own and no value becomes code. */
const isShellText = (path: Path) => path.length === 3 && path[0] === 'tools' && path[2] === 'shell';

/** The parts of the text at a path of a document. */
export const partsOf = (text: string, path: Path): readonly Part[] =>
  isShellText(path) || !text.includes('$') ? [text] : parseTemplate(text, { inHook: isOfHook(path) });

function parseReference(text: string): Reference | BadReference {
  const inside = text.slice(2, -1);
  if (inside === 'configDir' || inside === 'workspace') return { kind: inside, name: inside, text };
  const [, kind, rest = ''] = /^(\w+):(?!-)(.*)$/s.exec(inside) ?? [];
  const known = KINDS.find((one) => one === kind);
  if (kind !== undefined && known === undefined) {
    const near = nearest(kind, KINDS);
    const fix = near === undefined ? undefined : `Write \${${near}:${rest}}, or $$ for a plain $.`;
    return { text, problem: `begins with "${kind}:", which is not a known kind`, fix };
  }
  if (known === 'file') return rest === '' ? { text, problem: 'names no file' } : { kind: known, name: rest, text };
  return parseNamed({ text, kind: known ?? 'env', rest: known === undefined ? inside : rest });
}

function parseNamed({ text, kind, rest }: { text: string; kind: Kind; rest: string }): Reference | BadReference {
  const [, name, fallback] = /^([A-Za-z_][\w-]*)(?::-(.*))?$/s.exec(rest) ?? [];
  if (name === undefined) return { text, problem: 'does not name a value' };
  if (fallback === undefined) return { kind, name, text };
  if (kind === 'env') return { kind, name, fallback, text };
  const fix =
    kind === 'param' ? 'Set default in the declaration of the param.' : 'Set required: false in the declaration of the secret.';
  return { text, problem: 'cannot have a default here', fix };
}

/** Variables that contain locations. Rules and a sandbox must keep them before trust. */
export const PLACES: ReadonlySet<string> = new Set(['HOME', 'USER', 'LOGNAME', 'TMPDIR']);
