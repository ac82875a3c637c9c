import type { Access, PermissionRule } from '../contract/permission.js';
import { clipped } from '../names/clipped.js';
import { exactPattern, type Run } from './command-pattern.js';
import type { DecidedCall, PermissionLayers } from './decided-call.js';
import { hostOf } from './host-pattern.js';
import { describePart, type MatchedRules, matchesAccess, namedBy, openParts, type Part } from './match-rules.js';
import { FAMILY_NAMES, familyOf, ruleProblem, ruleText } from './parse-rule.js';
import { escapePattern, isInside } from './path-pattern.js';

/**
 * The rules that would let a call pass from now on. Every place that proposes rules renders this value: questions, refusals, hooks,
 * `explain`, hosts (decision 0086). A rule allows what was asked alone, unless the calls of the tool name nothing.
 */
export interface Proposal {
  /** The rules that together let the call pass. Empty if no rule names a part of the call: it can only be allowed once. */
  readonly rules: readonly string[];
  /** True if a rule is for every call of a tool that acts. */
  readonly isWhole: boolean;
  /** The part of the call that no rule names. */
  readonly unnamed?: Unnamed | undefined;
}

export interface Unnamed {
  readonly text: string;
  readonly why: string;
  readonly instead: string;
}

export function proposeRules(matched: MatchedRules): Proposal {
  const { call, layers } = matched;
  const named = needed(openParts(matched), matched).map((part) => ruleFor(part, call, layers));
  const unnamed = named.find((one): one is Unnamed => typeof one !== 'string');
  const rules = named.filter((one) => typeof one === 'string');
  return {
    rules: unnamed === undefined ? [...new Set(rules)] : [],
    isWhole: !call.readOnly && rules.includes(call.tool.name),
    unnamed,
  };
}

/** Leaves out the files that the rule for a command covers. */
function needed(open: readonly Part[], matched: MatchedRules): readonly Part[] {
  return open.filter((part) => {
    const commands = part === 'the call itself' ? [] : namedBy(part, matched);
    return commands.length === 0 || !commands.every((run) => open.includes(run));
  });
}

/** Returns the narrowest rule for one part. A rule that has no meaning as a text, or does not match the part, is none for it. */
function ruleFor(part: Part, call: DecidedCall, layers: PermissionLayers): string | Unnamed {
  const { name } = call.tool;
  if (part === 'the call itself' || part.kind === 'session' || (part.kind === 'run' && part.declared !== undefined))
    return familyOf({ tool: name }) === undefined ? name : { text: name, ...NOTHING_NAMED };
  if (isTooWide(part, layers)) return { text: describePart(part), ...HOLDS_ALL };
  if (part.kind === 'run' && part.words !== undefined && runsInput(part.words)) return { text: part.text, ...RUNS_INPUT };
  const isRule = (rule: PermissionRule) => ruleProblem(rule) === undefined && matchesAccess(rule, part, call, layers);
  const rule = candidates(part, name, layers).find((one) => one.specifier?.trim() === one.specifier && isRule(one));
  if (rule !== undefined) return ruleText(rule);
  return part.kind === 'run' ? unnamedRun(part) : { text: describePart(part), ...NO_PATTERN };
}

type NamedPart = Exclude<Access, { kind: 'session' }>;

/**
 * Whether no rule is proposed for a folder, since it is a rule for everything in it: for the home folder, a working directory or a
 * parent of one of these, and for writing to a folder of the system.
 */
const isTooWide = (part: NamedPart, layers: PermissionLayers): boolean =>
  (part.kind === 'read' && holdsAll(part.path, layers)) ||
  (part.kind === 'write' && criticalPath(part.path, layers) !== undefined);

function candidates(part: NamedPart, tool: string, layers: PermissionLayers): readonly PermissionRule[] {
  if (part.kind === 'read' || part.kind === 'write') {
    const rule = pathRule(part.kind, part.path, layers);
    return [rule, { ...rule, specifier: rule.specifier?.replace(/[()]/g, '\\$&') }];
  }
  const host = part.kind === 'fetch' ? hostOf(part.url) : undefined;
  const specifier = part.kind === 'run' ? exactPattern(part) : host && `domain:${host}`;
  return specifier === undefined ? [] : [{ behavior: 'allow', layer: 'session', tool, specifier }];
}

/** Returns the rule for a write of exactly this path. */
export const editRule = (path: string, layers: PermissionLayers): string => ruleText(pathRule('write', path, layers));

function pathRule(family: 'read' | 'write', path: string, { workspace }: PermissionLayers): PermissionRule {
  const inside = path !== workspace && isInside(path, workspace);
  const root = inside ? workspace.replace(/\/$/, '') : '';
  const specifier = `${inside ? '/' : '//'}${escapePattern(path.slice(root.length + 1))}`;
  return { behavior: 'allow', layer: 'session', tool: FAMILY_NAMES[family], specifier };
}

const SPELLED_OUT = 'write it as plain commands with every word spelled out: no variables, patterns, substitutions or loops';
const IN_A_FILE = 'put the text into a file, and run that file';
const NOTHING_NAMED = { why: 'it names nothing that it touches', instead: 'name what it touches' };
const HOLDS_ALL = { why: 'a rule for that folder allows everything in it', instead: 'name the files or folders in it' };
const FED = { why: 'its words do not hold its input', instead: 'put the input into a file that its words name' };
const RUNS_INPUT = { why: 'it runs what it is fed', instead: IN_A_FILE };
const NO_PATTERN = { why: 'no pattern can hold that name', instead: 'use another name' };

const MOST_CHARS = 200;

function unnamedRun({ text: whole, words, unclear, fed }: Run): Unnamed {
  const text = clipped(whole, MOST_CHARS);
  if (unclear !== undefined || words === undefined)
    return { text, why: unclear ?? 'its words are not known', instead: SPELLED_OUT };
  if (fed === true && !words.includes(null)) return { text, ...FED };
  if (words.includes(null)) return { text, why: `a word of ${text} is not known before it runs`, instead: SPELLED_OUT };
  const odd = words.find((word) => word?.includes('*'));
  const why = odd === undefined ? 'a rule cannot hold its words' : `${odd} has a *, which is a wildcard in a rule`;
  return { text, why, instead: IN_A_FILE };
}

/** Returns the advice for a call that no rule allows: the rules to add, or how to write the call so that rules can name it. */
export function proposalText({ tool }: DecidedCall, { rules, isWhole, unnamed }: Proposal): string {
  if (unnamed !== undefined)
    return `For a rule that names ${unnamed.text} exactly, ${unnamed.instead}. Otherwise run where somebody can allow it once.`;
  const add = `Add to permissions.allow: ${rules.map((rule) => JSON.stringify(rule)).join(', ')}.`;
  return isWhole ? `${add} It allows every call of ${tool.name}; "${tool.name}(key:value)" allows one value of its input.` : add;
}

/** Programs that run their input as code, unless a word gives them a file or a text to run. */
const INTERPRETERS = /^(?:python|pypy|node|nodejs|deno|bun|perl|ruby|irb|php|lua|luajit|Rscript|tclsh|julia|elixir|iex)[\d.]*$/;
/** Options of these whose value is the next word. */
const WITH_VALUE = new Set(['-W', '-X', '-r', '-I', '--require', '--import', '--conditions', '-C']);
/** Programs that run their input beside the words: a database, another machine, a cluster. */
const CLIENTS: Readonly<Record<string, number>> = { psql: 9, mysql: 9, mariadb: 9, mongosh: 9, sqlite3: 1, ssh: 1 };

/**
 * Whether a command runs what it is fed. Its words do not tell what that is, so no rule names it: `Bash(python3 -)` would allow any
 * code. `words` are those of a call without unknown words.
 */
function runsInput([program, ...rest]: readonly (string | null)[]): boolean {
  const base = (program ?? '').replace(/^.*\//, '');
  const operands = rest.filter(
    (word, at) => word === '-' || !(word?.startsWith('-') === true || WITH_VALUE.has(rest[at - 1] ?? '')),
  );
  if (base === 'kubectl' || base === 'oc') return operands.includes('-');
  if (Object.hasOwn(CLIENTS, base)) return operands.length <= (CLIENTS[base] ?? 0);
  if (!INTERPRETERS.test(base) || rest.includes('--test')) return false;
  return operands[0] === undefined || operands[0] === '-' || operands[0] === '/dev/stdin';
}

/** Folders of the system itself, in lower case: on some disks `/ETC` is `/etc`. */
const SYSTEM = new Set(
  '/ /bin /boot /dev /etc /home /lib /lib32 /lib64 /media /mnt /opt /proc /root /run /sbin /srv /sys /usr /usr/bin /usr/lib /usr/local /usr/sbin /var /tmp /users /applications /library /system /volumes /private /private/etc /private/var'.split(
    ' ',
  ),
);

/**
 * Returns the folder if its removal cannot be undone: a folder of the system, the home folder, a working directory, or a parent
 * of one of these. Source: PERM-17.
 */
export function criticalPath(path: string, layers: Pick<PermissionLayers, 'home' | 'roots' | 'workspace'>): string | undefined {
  return SYSTEM.has(path.toLowerCase()) || holdsAll(path, layers) ? path : undefined;
}

/** Returns whether the path is the home folder, a working directory, or a parent of one of these. */
function holdsAll(path: string, { home, roots, workspace }: Pick<PermissionLayers, 'home' | 'roots' | 'workspace'>): boolean {
  const lower = path.toLowerCase();
  return [home, workspace, ...roots].some((kept) => kept !== '' && isInside(kept.toLowerCase(), lower));
}
