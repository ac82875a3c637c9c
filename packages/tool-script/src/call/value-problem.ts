import { inputOf } from '../check/input.js';
import type { Script, Values } from '../script.js';
import { fillItems, fillText } from './fill.js';

/** Linux takes no longer argument or variable, and no longer list. */
const MOST_BYTES = 128 * 1024 - 1;
const USE_STDIN = 'Send less, or have the configuration give it on standard input (stdin: json).';

/** Finds what no schema says of the values of a call. */
export function valueProblem({ declaration }: Script, input: Values): string | undefined {
  const { run = [], shell, stdin } = declaration;
  const args = fillItems(run.slice(1), input).map(({ text }) => text);
  const variables = shell === undefined ? [] : Object.values(input).map(String);
  const typed = stdin === undefined || stdin === 'none' || stdin === 'json' ? [] : [fillText(stdin, input) ?? ''];
  for (const text of [...args, ...variables, ...typed]) {
    if (text.includes('\0')) return 'A value contains a null byte, which no program takes.';
    if (/\p{Surrogate}/u.test(text))
      return 'A value contains half of a character (a lone surrogate), which no program gets as it is.';
  }
  const bytes = [...args, ...variables].reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
  if (bytes > MOST_BYTES)
    return `The values make ${bytes} bytes of arguments; the system takes ${MOST_BYTES} (E2BIG). ${USE_STDIN}`;
  return dashProblem(declaration, input) ?? assignmentProblem(declaration, input);
}

function dashProblem(declaration: Script['declaration'], input: Values): string | undefined {
  const { run = [], shell } = declaration;
  const { properties } = inputOf(declaration);
  const may = (name: string) => properties[name]?.dash === true;
  const refused = (name: string, text: string) =>
    `${name} makes ${JSON.stringify(text.slice(0, 60))}, which begins with "-" and would be an option. Write it another way, such as ./${text.slice(0, 20)} for a file; the configuration can write "--" in front of it, or dash: true.`;
  if (shell !== undefined) {
    const found = Object.entries(input).find(([name, value]) => String(value).startsWith('-') && !may(name));
    return found === undefined ? undefined : refused(found[0], String(found[1]));
  }
  const end = run.indexOf('--');
  const before = end === -1 ? run : run.slice(0, end);
  const wrong = fillItems(before.slice(1), input).find(
    ({ text, begunBy }) => text.startsWith('-') && begunBy.length > 0 && !begunBy.every(may),
  );
  return wrong === undefined ? undefined : refused(wrong.begunBy.join(' and '), wrong.text);
}

/** Make reads an argument such as `SHELL=/tmp/x` as a variable, also behind `--`, and expands `$(shell …)` in the value of one. */
const MAKE = /(?:^|[\s;&|(/])([gbd]?make)(?=$|\s)/;

/** Refuses a value that names the shell of make, or that make would expand. */
function assignmentProblem(declaration: Script['declaration'], input: Values): string | undefined {
  const { run = [], shell } = declaration;
  const [, program] = MAKE.exec(shell ?? run.filter((word) => !word.includes('{')).join(' ')) ?? [];
  if (program === undefined) return undefined;
  const { properties } = inputOf(declaration);
  const values = Object.entries(input).flatMap(([name, value]) =>
    properties[name]?.dash === true ? [] : [value].flat().map((one) => ({ name, text: String(one) })),
  );
  const wrong = values.find(({ text }) => /[=$]/.test(text));
  return (
    wrong &&
    `${wrong.name} is ${JSON.stringify(wrong.text.slice(0, 60))}, and ${program} reads "=" and "$" as variables, which can name another shell. The configuration can allow it with dash: true.`
  );
}
