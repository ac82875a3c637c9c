import type { PermissionRule } from '@loadout/core/run';
import { push } from './push.js';
import type { RecordedCall } from './recorded-call.js';
import { reachesMore } from './rules-about.js';

/**
 * Rules by what they begin with, so that a call is decided by the few that may be about it instead of by thousands. An allow rule that is
 * not found for a call is one by which `decide` allows no part of it. Deny and ask rules are found for the spelling of the rule alone.
 */
export class RuleIndex {
  readonly #workspace: string;
  readonly #byKey = new Map<string, PermissionRule[]>();
  /** Rules that are compared with every call. */
  readonly #others: PermissionRule[] = [];
  /** Rules that hold back a part of what a call may reach. */
  readonly #stopping: PermissionRule[] = [];
  readonly #order = new Map<PermissionRule, number>();

  constructor(rules: readonly PermissionRule[], workspace: string) {
    this.#workspace = workspace;
    for (const rule of rules) this.#add(rule);
  }

  /** The rules that may allow a part of a call, in the order in which they were given. */
  near({ call }: RecordedCall): readonly PermissionRule[] {
    const found = new Set(this.#others);
    if (this.#stopping.length > 0 && reachesMore(call)) for (const rule of this.#stopping) found.add(rule);
    for (const access of call.accesses)
      for (const key of keysOf(access)) for (const rule of this.#byKey.get(key) ?? []) found.add(rule);
    return [...found].sort((a, b) => (this.#order.get(a) ?? 0) - (this.#order.get(b) ?? 0));
  }

  #add(rule: PermissionRule): void {
    this.#order.set(rule, this.#order.size);
    if (rule.behavior !== 'allow') this.#stopping.push(rule);
    const key = this.#keyOf(rule);
    if (key === undefined) this.#others.push(rule);
    else push(this.#byKey, key, rule);
  }

  #keyOf({ tool, specifier }: PermissionRule): string | undefined {
    if (specifier === undefined) return undefined;
    if (tool === 'Bash') return commandKey(specifier);
    if (tool === 'WebFetch') return hostKey(specifier);
    const kind = tool === 'Read' ? 'read' : tool === 'Edit' ? 'write' : undefined;
    const folder = kind === undefined ? '' : folderOf(specifier, this.#workspace);
    return folder === '' ? undefined : `${kind} ${folder}`;
  }
}

const PLAIN_WORD = '[\\w./:=@+,%-]+';
const EXACT = new RegExp(`^${PLAIN_WORD}(?: ${PLAIN_WORD})*$`);
const OPEN = new RegExp(`^(${PLAIN_WORD}?)(?: ${PLAIN_WORD})*:\\*$`);

function commandKey(specifier: string): string | undefined {
  if (EXACT.test(specifier)) return `words ${specifier}`;
  const program = OPEN.exec(specifier)?.[1];
  return program === undefined ? undefined : `program ${program}`;
}

const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');

function hostKey(specifier: string): string | undefined {
  const host = /^domain:(?:\*\.)?([a-z0-9.-]+)$/.exec(specifier)?.[1];
  // A host has several spellings, of which a call has the one of the URL standard.
  return host === undefined || nameOf(`http://${host}`) !== host ? undefined : `host ${host}`;
}

/** The folder that holds all paths that a pattern matches, or the path of a pattern without a wildcard. Empty: any folder. */
function folderOf(pattern: string, workspace: string): string {
  const plain = /^[^\\*?[\]{}()]*/.exec(pattern)?.[0] ?? '';
  const start = (plain === pattern ? plain : plain.slice(0, Math.max(0, plain.lastIndexOf('/')))).replace(/\/$/, '');
  if (start.slice(1).includes('//')) return '';
  if (start.startsWith('//')) return start.slice(1);
  return start.startsWith('/') ? workspace + start : '';
}

function keysOf(access: RecordedCall['call']['accesses'][number]): readonly string[] {
  if (access.kind === 'read' || access.kind === 'write') return pathsUp(access.path).map((path) => `${access.kind} ${path}`);
  if (access.kind === 'fetch') return hostsUp(nameOf(access.url));
  if (access.kind !== 'run' || access.words === undefined) return [];
  return [`words ${access.words.join(' ')}`, `program ${access.words[0] ?? ''}`];
}

/** A path and the folders above it. */
function pathsUp(path: string): readonly string[] {
  const found = [path];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) found.push(path.slice(0, end));
  return found;
}

function hostsUp(host: string): readonly string[] {
  const names = host.split('.');
  return names.map((_, index) => `host ${names.slice(index).join('.')}`);
}
