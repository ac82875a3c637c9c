import type { Access, PermissionRule } from '../contract/permission.js';
import { mayMatchCommand, unclearRun } from './command-pattern.js';
import { criticalPath } from './critical-paths.js';
import type { DecidedCall, PermissionLayers } from './decided-call.js';
import { namesSteering, runsLater } from './later-paths.js';
import { isLifted } from './lift-asks.js';
import { matchesAccess, mayMatchBelow, namesTool } from './match-rule.js';
import { editRule, proposalText, proposeRules } from './propose-rules.js';
import { unnamedReason, where } from './reasons.js';
import { takesPaths } from './rule-families.js';

const BE_THERE = 'Run where somebody can answer.';
const NO_RULE = 'Run where somebody can answer; no rule allows it.';

export interface ReasonToAsk {
  readonly why: string;
  readonly fix: string;
  /** The rule that may apply, if an unknown part of the call decides it. */
  readonly rule?: PermissionRule | undefined;
}

/** Returns the reason that no mode and no allow rule may let the call pass without a question; `undefined` if they may. */
export function reasonToAsk(call: DecidedCall, layers: PermissionLayers): ReasonToAsk | undefined {
  if (call.tool.requiresUserInteraction === true && call.answered !== true)
    return { why: 'it needs an answer of a person', fix: BE_THERE };
  if (call.unclear !== undefined) return { why: `what it touches could not be told (${call.unclear})`, fix: BE_THERE };
  const rules = narrowing(layers);
  for (const access of call.accesses) {
    const found =
      access.kind === 'run'
        ? runReason(access, call, { layers, rules })
        : access.kind === 'fetch' || access.kind === 'session'
          ? undefined
          : pathReason(access, call, { layers, rules });
    if (found !== undefined) return found;
  }
  return undefined;
}

type PathAccess = Extract<Access, { kind: 'read' | 'write' }>;

interface Against {
  readonly layers: PermissionLayers;
  /** The deny and ask rules with a specifier. */
  readonly rules: readonly PermissionRule[];
}

function pathReason(access: PathAccess, call: DecidedCall, { layers, rules }: Against): ReasonToAsk | undefined {
  const { path, below = false } = access;
  if (!isResolved(path)) return { why: `${path} is not a resolved path, so no rule could be held against it`, fix: BE_THERE };
  if (access.kind === 'write') {
    const later = runsLater(path, below);
    if (later === 'protected') return { why: `${path} is a protected file`, fix: NO_RULE };
    if (later === 'steering' && !isNamedByRule(access, call, layers))
      return {
        why: `${path} steers what other programs or agents do later`,
        fix: `Add an allow rule that names it, such as ${JSON.stringify(editRule(path, layers))}.`,
      };
    const critical = below ? criticalPath(path, layers) : undefined;
    if (critical !== undefined) return { why: `it may change or remove all of ${critical}`, fix: NO_RULE };
  }
  if (access.kind === 'read' && isProtectedRead(path, below))
    return { why: `${path} shows what a process or the machine holds in memory, such as keys`, fix: NO_RULE };
  const rule = below ? rules.find((one) => mayMatchBelow(one, access, call, layers)) : undefined;
  return (
    rule && {
      why: `it may reach what the rule${where(rule, layers)} is about`,
      fix: 'Name the files, or run where somebody can answer.',
      rule,
    }
  );
}

/** Whether an allow rule names the file, rather than a folder above it. */
const isNamedByRule = (access: PathAccess, call: DecidedCall, layers: PermissionLayers) =>
  layers.rules.some(
    (rule) =>
      rule.behavior === 'allow' &&
      rule.specifier !== undefined &&
      namesSteering(rule.specifier, access.path) &&
      matchesAccess(rule, access, call, layers),
  );

function runReason(
  run: Extract<Access, { kind: 'run' }>,
  call: DecidedCall,
  { layers, rules }: Against,
): ReasonToAsk | undefined {
  if (namesProtectedRead(run.text, run.words))
    return { why: 'the command names what a process or the machine holds in memory, such as keys', fix: NO_RULE };
  const isNamed = isNamedRun(run, call, layers);
  const unclear = isNamed && run.named !== undefined ? undefined : unclearRun(run);
  if (unclear !== undefined && rules.some((rule) => namesTool(rule, call) || takesPaths(rule)))
    return run.named === undefined
      ? {
          why: `the command could not be checked against the deny and ask rules (${unclear})`,
          fix: 'Write it as plain commands, or run where somebody can answer.',
        }
      : { why: unnamedReason(unclear), fix: proposalText(call, proposeRules(call, layers)) };
  const hidden =
    run.unread === true && !isNamed ? rules.find((one) => namesTool(one, call) && !isLifted(one, call, layers)) : undefined;
  if (hidden !== undefined)
    return {
      why: `its script is not read, and may do what the rule${where(hidden, layers)} is about`,
      fix: proposalText(call, proposeRules(call, layers)),
      rule: hidden,
    };
  const kept = run.names?.find(({ path, reads }) => reads !== true && run.does !== 'reads' && runsLater(path) === 'protected');
  if (kept !== undefined)
    return { why: `the word ${kept.word} of ${run.text} may name ${kept.path}, a protected file`, fix: NO_RULE };
  const isAnswered = (one: PermissionRule) => matchesAccess(one, run, call, layers) && isLifted(one, call, layers);
  const rule = rules.find((one) => namesTool(one, call) && mayMatchCommand(one, run) && !isAnswered(one));
  return (
    rule && {
      why: `with words that are not known before it runs, it may be what the rule${where(rule, layers)} is about`,
      fix: 'Write the words out, or run where somebody can answer.',
      rule,
    }
  );
}

/** Whether an allow rule names words of the command, beside the tool. */
const isNamedRun = (run: Extract<Access, { kind: 'run' }>, call: DecidedCall, layers: PermissionLayers) =>
  layers.rules.some(
    ({ behavior, specifier, ...rule }) =>
      behavior === 'allow' &&
      specifier !== undefined &&
      specifier !== '*' &&
      matchesAccess({ ...rule, behavior, specifier }, run, call, layers),
  );

/** Whether a path is absolute and without `..`: rules compare text, so that an unresolved path would evade them. */
const isResolved = (path: string) => path.startsWith('/') && !/\/\/|\/\.{1,2}(?:\/|$)/.test(path);

const narrowing = (layers: PermissionLayers) =>
  layers.rules.filter((rule) => rule.behavior !== 'allow' && rule.specifier !== undefined);

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
