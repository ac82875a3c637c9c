import type { Access, PermissionRule } from '../contract/permission.js';
import { unclearRun } from './command-pattern.js';
import { namesSteering, runsLater } from './later-paths.js';
import type { MatchedRules, RuleMatch } from './match-rules.js';
import { takesPaths, where } from './parse-rule.js';
import { criticalPath, editRule, proposalText, proposeRules } from './propose-rules.js';

const BE_THERE = 'Run where somebody can answer.';
const NO_RULE = 'Run where somebody can answer; no rule allows it.';

export interface ReasonToAsk {
  readonly why: string;
  readonly fix: string;
  /** The rule that may apply, if an unknown part of the call decides it. */
  readonly rule?: PermissionRule | undefined;
}

/** Returns the reason that no mode and no allow rule may let the call pass without a question; `undefined` if they may. */
export function reasonToAsk(matched: MatchedRules): ReasonToAsk | undefined {
  const { call } = matched;
  if (call.tool.requiresUserInteraction === true && call.answered !== true)
    return { why: 'a person must answer it', fix: BE_THERE };
  if (call.unclear !== undefined) return { why: `the tool could not tell what it touches (${call.unclear})`, fix: BE_THERE };
  const against = againstOf(matched);
  for (const access of call.accesses) {
    const found =
      access.kind === 'run'
        ? runReason(access, against)
        : access.kind === 'fetch' || access.kind === 'session'
          ? undefined
          : pathReason(access, against);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Against {
  readonly matched: MatchedRules;
  readonly allowing: readonly RuleMatch[];
  /** The deny and ask rules with a specifier. */
  readonly narrowing: readonly RuleMatch[];
}

const againstOf = (matched: MatchedRules): Against => ({
  matched,
  allowing: matched.rules.filter(({ rule }) => rule.behavior === 'allow'),
  narrowing: matched.rules.filter(({ rule, isBare }) => rule.behavior !== 'allow' && !isBare),
});

type PathAccess = Extract<Access, { kind: 'read' | 'write' }>;

function pathReason(access: PathAccess, { matched, allowing, narrowing }: Against): ReasonToAsk | undefined {
  const { layers } = matched;
  const { path, below = false } = access;
  if (!isResolved(path)) return { why: `${path} is not a resolved path, so no rule could be held against it`, fix: BE_THERE };
  if (access.kind === 'write') {
    const later = runsLater(path, below);
    if (later === 'protected') return { why: `${path} is a protected file`, fix: NO_RULE };
    if (later === 'steering' && !isNamedByRule(access, allowing))
      return {
        why: `${path} steers what other programs or agents do later`,
        fix: `Add an allow rule that names it, such as ${JSON.stringify(editRule(path, layers))}.`,
      };
    const critical = below ? criticalPath(path, layers) : undefined;
    if (critical !== undefined) return { why: `it may change or remove all of ${critical}`, fix: NO_RULE };
  }
  if (access.kind === 'read' && isProtectedRead(path, below))
    return { why: `${path} shows what a process or the machine holds in memory, such as keys`, fix: NO_RULE };
  const rule = below ? narrowing.find(({ mayMatch }) => mayMatch.has(access))?.rule : undefined;
  return (
    rule && {
      why: `it may reach what the rule${where(rule, layers)} is about`,
      fix: 'Name the files, or run where somebody can answer.',
      rule,
    }
  );
}

/** Whether an allow rule names the file, rather than a folder above it. */
const isNamedByRule = (access: PathAccess, allowing: readonly RuleMatch[]) =>
  allowing.some(({ rule, matches }) => matches.has(access) && namesSteering(rule.specifier ?? '', access.path));

function runReason(run: Extract<Access, { kind: 'run' }>, { matched, allowing, narrowing }: Against): ReasonToAsk | undefined {
  const { call, layers } = matched;
  if (namesProtectedRead(run.text, run.words))
    return { why: 'the command names what a process or the machine holds in memory, such as keys', fix: NO_RULE };
  // An allow rule names words of the command, beside the tool.
  const isNamed = allowing.some(({ rule, matches }) => rule.specifier !== '*' && matches.has(run));
  const unclear = isNamed && run.named !== undefined ? undefined : unclearRun(run);
  if (unclear !== undefined && narrowing.some(({ rule, namesTool }) => namesTool || takesPaths(rule)))
    return run.named === undefined
      ? {
          why: `the command could not be checked against the deny and ask rules (${unclear})`,
          fix: 'Write it as plain commands, or run where somebody can answer.',
        }
      : { why: `no rule names ${unclear}`, fix: proposalText(call, proposeRules(matched)) };
  const hidden = run.unread === true && !isNamed ? narrowing.find((one) => one.namesTool && !one.isLifted)?.rule : undefined;
  if (hidden !== undefined)
    return {
      why: `its script is not read, and may do what the rule${where(hidden, layers)} is about`,
      fix: proposalText(call, proposeRules(matched)),
      rule: hidden,
    };
  const kept = run.names?.find(({ path, reads }) => reads !== true && run.does !== 'reads' && runsLater(path) === 'protected');
  if (kept !== undefined)
    return { why: `the word ${kept.word} of ${run.text} may name ${kept.path}, a protected file`, fix: NO_RULE };
  const rule = narrowing.find(({ matches, mayMatch, isLifted }) => mayMatch.has(run) || (matches.has(run) && !isLifted))?.rule;
  return (
    rule && {
      why: `with words that are not known before it runs, it may be what the rule${where(rule, layers)} is about`,
      fix: 'Write the words out, or run where somebody can answer.',
      rule,
    }
  );
}

/** Whether a path is absolute and without `..`: rules compare text, so that an unresolved path would evade them. */
const isResolved = (path: string) => path.startsWith('/') && !/\/\/|\/\.{1,2}(?:\/|$)/.test(path);

/**
 * Files in which the kernel shows the environment, memory and open files of a process. Reading one always asks, in every mode and
 * with every allow rule: the keys of the process that asks the model are among them (decision 0015).
 */
const OF_A_PROCESS: ReadonlySet<string> = new Set([
  ...['environ', 'mem', 'maps', 'smaps', 'smaps_rollup', 'numa_maps', 'pagemap', 'map_files', 'auxv', 'stack', 'syscall'],
  ...['cmdline', 'fd', 'fdinfo', 'root', 'cwd', 'exe', 'io', 'personality', 'patch_state', 'clear_refs', 'coredump_filter'],
]);

/** A process in a path: a number, or a name by which every process finds itself. */
const PROCESS = /^(?:\d+|self|thread-self|\*|\?+|\[.*\])$/;

const OF_THE_MACHINE: ReadonlySet<string> = new Set([
  'kcore',
  'kmem',
  'mem',
  'keys',
  'key-users',
  'kallsyms',
  'vmcore',
  'sysrq-trigger',
]);

/** Devices that are the memory of the machine or lead into a process. */
const DEVICES = /^\/dev\/(?:mem|kmem|port|fd\/\d+|std(?:in|out|err))(?:\/|$)/;

/**
 * Whether reading a resolved path shows protected memory. `below`: the read includes everything below the path, as a search does.
 */
function isProtectedRead(path: string, below = false): boolean {
  const lower = path.toLowerCase();
  // A search from the root, of /proc or of /dev reaches protected files.
  if (below && (lower === '/' || lower === '/proc' || lower === '/dev')) return true;
  if (DEVICES.test(lower)) return !/^\/dev\/(?:fd\/[012]|std(?:in|out|err))$/.test(lower);
  if (!lower.startsWith('/proc/')) return false;
  const [first = '', ...rest] = lower.slice('/proc/'.length).split('/');
  if (!PROCESS.test(first)) return OF_THE_MACHINE.has(first);
  const [at, inside] = rest[0] === 'task' ? [rest[2], rest.slice(1)] : [rest[0], rest];
  if (below && (at === undefined || inside.length === 0)) return true;
  return at !== undefined && OF_A_PROCESS.has(at);
}

/** A process in a path of a command, also if the shell computes the number or name at run time. */
const NAMED =
  /(?<![\w)}-])(?<!(?<!\.)\.)\/proc\/?(?:$|[\s;|&<>(){}]|(?<=\/)(?:self|thread-self|\d|[$*?[{`]))|\/proc\/(?:kcore|kmem|keys|kallsyms|vmcore)\b|\/dev\/k?mem\b/i;

/** Removes quotes, doubled slashes and `.` steps from a path. */
const plain = (text: string): string => text.replace(/['"\\]/g, '').replace(/\/(?:\.?\/)+/g, '/');

/** Options of ps that show the environment of processes. These options have no dash. */
const WITH_ENVIRONMENT = /^[a-df-z]*e[a-z]*$/i;

/**
 * Whether the words of a command name a protected file, for any program: the meaning of a word for a program is not always known.
 * `words` are without quotes, `null` for unknown words. Everyday work reads nothing of a process in `/proc`.
 */
function namesProtectedRead(text: string, words: readonly (string | null)[] = []): boolean {
  if (NAMED.test(plain(text)) || words.some((word) => word !== null && NAMED.test(plain(word)))) return true;
  const [program, ...rest] = words;
  return (
    program !== null && /(?:^|\/)ps$/.test(program ?? '') && rest.some((word) => word !== null && WITH_ENVIRONMENT.test(word))
  );
}
