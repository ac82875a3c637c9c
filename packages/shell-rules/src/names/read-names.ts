import { type Command, forEachChild, parse, type SyntaxNode, type Word } from 'unbash';
import { isObeyedName } from '../analyse/assignments.js';
import { doubtIn } from '../analyse/read-script.js';
import { spelled } from './known-words.js';
import { COMPUTES, mentions, namesOne, spells } from './mentions.js';
import { type NameProblem, type ReadNames, shownPart } from './name-problem.js';
import { NameWalk } from './name-walk.js';

/**
 * Checks that every variable of these names stays a value in a text for bash: in double quotes, and nowhere that bash or a program
 * reads it as code, as a name or as a pattern. So do the variables into which the text puts them. What is not understood is a problem.
 * `name-walk` has the rules of the syntax, and `command-problem` those of the words of a command: of builtins, of programs that run a
 * word as code (`code-argument`, `shell-code`) or as a program (`program-place`), and of those that run their input (`feeds-code`).
 */
export function readNames(source: string, names: readonly string[], fed = false): ReadNames {
  const script = parse(source);
  const error = script.errors?.[0];
  if (error !== undefined)
    return { problems: [problemAt(source, error.pos, `which is not valid bash (${error.message})`)], used: new Set(names) };
  const doubt = doubtIn(source) ?? (source.includes('$[') ? '$[…], an old way to compute' : undefined);
  if (doubt !== undefined) return { problems: [problemAt(source, 0, `with ${doubt}`)], used: new Set(names) };
  const tainted = taintedBy(source, script, names);
  const walk = new NameWalk(source, tainted, readNames, fed);
  walk.visit(script);
  const lost = names.flatMap((name) => walk.unseen(name));
  const missed = lost.map((at) => problemAt(source, at, 'which was not understood'));
  const obeyed = [...tainted]
    .filter((name) => !names.includes(name) && /^\w+(?<!PWD)$/.test(name) && isObeyedName(name))
    .map((name) => problemAt(source, source.indexOf(name), `which puts a value into ${name}, a variable that programs obey`));
  return { problems: [...obeyed, ...walk.problems, ...missed], used: new Set(names.filter((name) => walk.used.has(name))) };
}

const problemAt = (source: string, at: number, why: string): NameProblem => ({
  where: shownPart(source.slice(at, at + 30)),
  why,
  instead: 'Write it plainly, or put the text into a file and use script:.',
});

/** Builtins that put what they read into variables. */
const READERS = /^(?:read|mapfile|readarray|getopts)$/;

/** The variables of a script that may hold a value of the names, with the names themselves. */
function taintedBy(source: string, script: SyntaxNode, names: readonly string[]): ReadonlySet<string> {
  const tainted = new Set(names);
  for (let size = -1; size !== tainted.size; ) {
    size = tainted.size;
    spread(script, { source, tainted });
  }
  return tainted;
}

function spread(node: SyntaxNode, place: { readonly source: string; readonly tainted: Set<string> }): void {
  const { source, tainted } = place;
  // A variable with the name of another one gives its value where bash computes.
  const isName = (one: SyntaxNode) =>
    (COMPUTES.test(source) || /\$\{\w+:/.test(source)) && namesOne(source.slice(one.pos, one.end), tainted);
  const holds = (one: SyntaxNode) => mentions(one, tainted) || spells(spelled(one), tainted) || isName(one);
  if (node.type === 'Assignment' && holds(node)) tainted.add(node.name);
  if ((node.type === 'For' || node.type === 'Select') && (node.wordlist?.some(holds) ?? true)) tainted.add(node.name.value);
  // A call of the function prints what its text reads.
  if (node.type === 'Function' && spells(source.slice(node.pos, node.end), tainted)) tainted.add(`${node.name.value}()`);
  if (node.type === 'Coproc') tainted.add(node.name?.value ?? 'COPROC');
  if (node.type === 'Select') tainted.add('REPLY');
  if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default' && mentions(node.operation, tainted)) {
    if (node.operation.operator.includes('=')) tainted.add(node.parameter);
  }
  if (node.type === 'Command') for (const name of readInto(node, tainted, holds)) tainted.add(name);
  forEachChild(node, (child) => spread(child, place));
}

function readInto(node: Command, tainted: ReadonlySet<string>, holds: (node: SyntaxNode) => boolean): readonly string[] {
  const args = node.args.filter((arg): arg is Word => arg.type === 'Word');
  const words = args.map(({ value }) => value);
  const program = node.name?.value ?? '';
  const code = program === 'eval' ? node.args.map((arg) => spelled(arg)).join(' ') : '';
  if (spells(code, tainted)) return [...code.matchAll(/(\w+)\+?=/g)].map(([, name = '']) => name);
  if (READERS.test(program)) return ['REPLY', 'MAPFILE', ...words.filter((word) => /^[A-Za-z_]\w*$/.test(word))];
  if (/^(?:cd|pushd)$/.test(program) && mentions(node, tainted)) return ['PWD', 'OLDPWD'];
  const at = program === 'printf' ? words.indexOf('-v') : -1;
  const name = at === -1 ? undefined : words[at + 1];
  // Programs such as env and docker give a variable to others.
  const given = args
    .filter(holds)
    .map(({ text }) => /^["']?([A-Za-z_]\w*)=/.exec(text)?.[1])
    .filter((one) => one !== undefined && !isObeyedName(one));
  return [...given, holds(node) ? name : undefined].filter((one) => one !== undefined);
}
