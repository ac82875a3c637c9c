import { PROGRAMS } from '../programs/index.js';
import { assignedWordProblem } from './assignments.js';
import { builtinEffect } from './builtins.js';
import type { CommandContext } from './command-context.js';
import { commandsWithin, NOTHING } from './commands-within.js';
import { coveredEffect } from './covered-effect.js';
import { fileEffect } from './file-effect.js';
import { FILE_PROGRAMS } from './file-programs.js';
import { takeFind } from './find-command.js';
import { gitEffect, isGit } from './git-command.js';
import { baseOf, namesOf } from './known-programs.js';
import type { Chain, Effect, Orders, PartWord } from './parts.js';
import { wordsOf } from './parts.js';
import { plainEffect } from './plain-effect.js';
import { type PythonModule, pythonModule } from './python-module.js';
import { type Argument, isKnown } from './read-word.js';
import { readWrapper } from './read-wrapper.js';
import { ruleProgram } from './rule-programs.js';
import { versionEffect } from './tells-version.js';
import { unpackEffect } from './unpack-programs.js';
import { holdsScript } from './unread-script.js';
import { BUILTINS, OPAQUE, SHELLS, WRAPPERS, XARGS } from './wrappers.js';

const MOST_WRAPPERS = 20;
const MOST_MOVES = 12;

/** Takes in one simple command, or the command that it wraps. Returns the folders in which the script continues. */
export function takeCommand(args: readonly Argument[], context: CommandContext): readonly Chain[] {
  const [name] = args;
  if (name === undefined) return context.folders;
  if (context.place.depth > MOST_WRAPPERS) return part(args, { unclear: 'too many wrappers' }, context);
  if (!isKnown(name)) return part(args, { unclear: `${name.why} as the name of the program` }, context);
  if (name === 'cd') return takeCd(args, context);
  if (name === 'find') return takeFind(args, { context, part, inner: takeInner });
  if (name === 'eval' || name === 'trap') return takeText(args, context);
  if (name === 'xargs') return takeXargs(args, context);
  if (SHELLS.has(name)) return takeShell(args, context);
  if (Object.hasOwn(WRAPPERS, name)) return takeWrapper(args, context);
  return takeProgram(args, context);
}

/**
 * Takes in a program. `/usr/bin/ENV` may be `env`: a name that is not exactly a known one is never taken for it where that would
 * allow more.
 */
function takeProgram(args: readonly Argument[], context: CommandContext): readonly Chain[] {
  const name = args[0] as string;
  const base = baseOf(name);
  const hides =
    OPAQUE.has(base) ||
    (base !== name && (Object.hasOwn(WRAPPERS, base) || SHELLS.has(base) || base === 'xargs' || base === 'find'));
  if (hides || BUILTINS.has(base) || base === 'eval' || base === 'trap') {
    const unclear = `${base}, which can run or change more than its words say`;
    return part(args, { unclear, names: namesOf(args) }, context);
  }
  const program = Object.hasOwn(FILE_PROGRAMS, name) ? FILE_PROGRAMS[name] : undefined;
  const effect =
    builtinEffect(args) ??
    versionEffect(args) ??
    (program === undefined ? { orders: NO_GIT, ...programEffect(args, base) } : fileEffect(args, program));
  return part(args, effect, context);
}

function part(args: readonly Argument[], effect: Effect, context: CommandContext): readonly Chain[] {
  const { place, into, folders } = context;
  const words = wordsOf(args);
  const within = effect.names === undefined ? NOTHING : commandsWithin(args, { ...context, open: effect.commands });
  if (isWaiting(words)) into.waits = true;
  const closed = place.blame ?? within.unclear;
  const fed = place.fed && effect.names !== undefined;
  const unclear = closed ?? effect.unclear;
  into.commands.push({
    text: place.text,
    end: place.end,
    words,
    also: [...place.also, ...withoutGlobalOptions(words), ...within.also],
    unclear,
    named: closed === undefined ? effect.named : undefined,
    does: unclear === undefined ? effect.does : undefined,
    fed,
    unread: effect.names !== undefined && holdsScript([words, ...within.also], fed),
    orders: effect.orders,
    folders,
    names: effect.names && { ...effect.names, words: [...effect.names.words, ...within.names] },
  });
  for (const file of effect.files ?? []) into.files.push({ ...file, folders, command: into.commands.length });
  return folders;
}

/** Whether a program passes time, so that checked paths may lead elsewhere afterwards. */
const isWaiting = ([name, ...rest]: readonly PartWord[]) =>
  /^(?:sleep|wait|read|trap)$/.test(name ?? '') ||
  (name === 'tail' && rest.some((word) => word === null || /^-[a-z]*[fF]/i.test(word)));

const NO_GIT: Orders = { enters: [], git: undefined };

/** The effect of a program that always needs a rule: one with a table of subcommands or of options, or any other. */
function programEffect(args: readonly Argument[], base: string): Effect {
  const own = Object.hasOwn(PROGRAMS, base) ? PROGRAMS[base] : undefined;
  if (own !== undefined) return unpackEffect(args, isGit(args[0]) ? gitEffect(args) : coveredEffect(args, own));
  const module = pythonModule(args, base);
  if (module !== undefined) return moduleEffect(args, module);
  const listed = ruleProgram(base);
  return unpackEffect(args, listed === undefined ? plainEffect(args) : fileEffect(args, listed));
}

/** The effect of a module is that of the program of its name. */
function moduleEffect(args: readonly Argument[], { args: inner, row }: PythonModule): Effect {
  const { named, ...effect } =
    row === undefined ? programEffect(inner, String(inner[0])) : { ...fileEffect(inner, row), named: undefined };
  const before = args.length - inner.length;
  return { ...effect, names: namesOf(args), named: named === undefined ? undefined : named + before };
}

/** Reads `git -C x push` as `git push`, whatever options come between. */
function withoutGlobalOptions(words: readonly PartWord[]): readonly (readonly PartWord[])[] {
  const [name, ...rest] = words;
  if (typeof name !== 'string' || !/(?:^|\/)(?:git|npm|pnpm|yarn|docker|kubectl|cargo|go)$/i.test(name)) return [];
  if (rest[0]?.startsWith('-') !== true) return [];
  return rest
    .flatMap((word, index) => (index > 0 && word?.startsWith('-') !== true ? [[name, ...rest.slice(index)]] : []))
    .slice(0, 12);
}

function takeInner(inner: readonly Argument[], outer: readonly Argument[], context: CommandContext): readonly Chain[] {
  const { place } = context;
  return takeCommand(inner, {
    ...context,
    place: { ...place, depth: place.depth + 1, also: [...place.also, wordsOf(outer)] },
  });
}

function takeCd(args: readonly Argument[], context: CommandContext): readonly Chain[] {
  const [target, ...more] = args.slice(args[1] === '--' ? 2 : 1);
  const plain = isKnown(target) ? !target.startsWith('-') && target !== '' : target?.home !== undefined;
  if (target === undefined || !plain || more.length > 0) return part(args, { unclear: 'cd without one plain folder' }, context);
  if (context.folders.some((chain) => chain.length >= MOST_MOVES)) return part(args, { unclear: 'cd many times' }, context);
  part(args, { does: 'reads', files: [{ kind: 'read', path: target }] }, context);
  return context.place.depth > 0 && context.place.also.some(([word]) => word !== 'command' && word !== 'builtin')
    ? context.folders
    : context.folders.map((chain) => [...chain, target]);
}

function takeWrapper(args: readonly Argument[], context: CommandContext): readonly Chain[] {
  if (args[0] === 'command' && (args[1] === '-v' || args[1] === '-V')) return part(args, { does: 'reads' }, context);
  const [{ place }, [name]] = [context, args];
  const read = readWrapper(args);
  if (read.assigned.length > 0) {
    const problem = read.assigned.map((one) => (isKnown(one) ? assignedWordProblem(one) : 'an assignment')).find(Boolean);
    if (problem !== undefined) return unclearWrapper(args, { problem, inner: read.inner }, context);
  }
  if (read.problem !== undefined) return unclearWrapper(args, { problem: read.problem, inner: read.inner }, context);
  if (read.inner.length === 0)
    return part(
      args,
      place.fed && name === 'exec' ? { unclear: 'exec, which feeds the commands behind it' } : { does: 'reads' },
      context,
    );
  return takeInner(read.inner, args, context);
}

function unclearWrapper(
  args: readonly Argument[],
  { problem, inner }: { problem: string; inner: readonly Argument[] },
  context: CommandContext,
): readonly Chain[] {
  const also = args.map((_, index) => wordsOf(args.slice(index + 1))).filter((words) => words.length > 0);
  for (const word of args)
    if (isKnown(word) && /\s/.test(word)) context.nested(word.replace(/^-S|^--split-string=/, ''), context.folders);
  const place = { ...context.place, also: [...context.place.also, ...also.slice(0, 40)] };
  part(args, { unclear: problem, names: namesOf(args) }, { ...context, place });
  return inner.length > 0 ? takeInner(inner, args, { ...context, place: { ...context.place, blame: problem } }) : context.folders;
}

/** Takes in `eval`, which runs its words as one script, and `trap`, which runs its first word later. */
function takeText(args: readonly Argument[], context: CommandContext): readonly Chain[] {
  const [name, ...rest] = args;
  const texts = name === 'trap' ? rest.slice(0, 1) : rest;
  const isOption = isKnown(texts[0]) && texts[0].startsWith('-') && texts[0] !== '-';
  if (!texts.every(isKnown) || isOption || context.place.blame !== undefined)
    return part(args, { unclear: `${name} of what is not known` }, context);
  if (name === 'trap' && (rest.length < 2 || texts[0] === '-' || texts[0] === '')) return part(args, { does: 'reads' }, context);
  if (name === 'trap') context.into.waits = true;
  const after = context.nested(texts.join(' '), context.folders);
  if (name === 'trap' && context.folders !== after) context.into.unclear ??= 'cd in a trap';
  return after;
}

/**
 * Text that bash and a plain `sh` read differently, wherever the text is in the script. `echo x &> f` is a redirection to bash. To
 * dash it is `echo x` in the background, and then an empty `f` in the folder of the script.
 */
const BASH_ONLY = new RegExp(
  [
    String.raw`\$['"[]`,
    String.raw`&>|>&(?!\s*[\d-])|<<<|[<>]\(|\|&|;&`,
    String.raw`\[\[|(?<!\$)\(\(`,
    // Words in braces, but no group of commands, which has a blank behind its brace.
    String.raw`(?<!\$)\{(?!\s)[^{}]*(?:,|\.\.)[^{}]*\}`,
  ].join('|'),
);

/** Takes in `bash -c 'text'`. Any other script that a shell reads from its input is unknown, but the input is still searched. */
function takeShell(args: readonly Argument[], context: CommandContext): readonly Chain[] {
  const rest = args.slice(1);
  const at = rest.findIndex((word) => isKnown(word) && /^-[eux]*c$/.test(word));
  const before = rest.slice(0, Math.max(at, 0));
  const script = at === -1 ? undefined : rest[at + 1];
  const isPlain = before.every((word) => isKnown(word) && /^-[eux]+$/.test(word));
  if (at !== -1 && isPlain && isKnown(script) && !script.startsWith('-') && context.place.blame === undefined) {
    const bashism = args[0] === 'bash' ? undefined : BASH_ONLY.exec(script)?.[0];
    if (bashism !== undefined) context.into.unclear ??= `${JSON.stringify(bashism)} in a script of ${String(args[0])}`;
    context.nested(script, context.folders);
    return context.folders;
  }
  for (const word of rest) if (isKnown(word) && /\s/.test(word)) context.nested(word, context.folders);
  if (context.place.input !== undefined) context.nested(context.place.input, context.folders);
  const [file] = rest;
  if (isKnown(file) && !file.startsWith('-'))
    return part(args, { files: [{ kind: 'read', path: file }], orders: NO_GIT, ...plainEffect(args) }, context);
  return part(args, { unclear: `${String(args[0])}, which runs what it is given` }, context);
}

/** Takes in `xargs`. The words from its input come last, or in the place that `-I` names. */
function takeXargs(args: readonly Argument[], context: CommandContext): readonly Chain[] {
  const read = readWrapper(args, XARGS);
  if (read.problem !== undefined) return unclearWrapper(args, { problem: read.problem, inner: read.inner }, context);
  const fed = { why: 'what xargs reads', single: false, lead: '' };
  const given = read.options.find(([option]) => option === 'I' || option === 'replace')?.[1];
  const inner = read.inner.length === 0 ? ['echo'] : read.inner;
  if (given === undefined) return takeInner([...inner, fed], args, context);
  const one = { ...fed, single: true };
  return takeInner(
    inner.map((word) => (isKnown(word) && word.includes(given) ? { ...one, lead: word.slice(0, word.indexOf(given)) } : word)),
    args,
    context,
  );
}
