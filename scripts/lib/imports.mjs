/**
 * The import statements of TypeScript source, without a compiler: statements at the start of a line, and `import()` of a literal.
 */

const STATEMENT = /^[ \t]*(import|export)\s+(type\s+)?((?:[^'"`;]*?)\s*from\s*|)(['"])([^'"\n]+)\4/gm;
const DYNAMIC = /\bimport\(\s*(['"])([^'"\n]+)\1\s*\)(\.[A-Z])?/g;
const STRING_OR_COMMENT =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?\*\/|(?<![:\\/])\/\/[^\n]*/g;

const blank = (text) => text.replace(/[^\n]/g, ' ');
const blanked = (source, starts) =>
  source.replace(STRING_OR_COMMENT, (found) => (starts.includes(found[0]) ? blank(found) : found));

/** Blanks out comments but keeps line breaks, so that places stay correct. */
export const withoutComments = (source) => blanked(source, '/');

/** `{ specifier, line, typeOnly, dynamic }` for each import and re-export. */
export function importsOf(source) {
  const code = withoutComments(source);
  const lineAt = (index) => code.slice(0, index).split('\n').length;
  const statements = [...blanked(source, '/`').matchAll(STATEMENT)].map((match) => ({
    specifier: match[5],
    line: lineAt(match.index + match[0].length),
    typeOnly: match[2] !== undefined || onlyTypes(match[3]),
    dynamic: false,
  }));
  const dynamic = [...code.matchAll(DYNAMIC)].map((match) => ({
    specifier: match[2],
    line: lineAt(match.index),
    typeOnly: match[3] !== undefined || /\btypeof\s*$/.test(code.slice(0, match.index)),
    dynamic: true,
  }));
  return [...statements, ...dynamic];
}

/** Whether every name of the clause is marked as a type: `{ type A, type B } from`. */
function onlyTypes(clause) {
  const names = /^\{([\s\S]*)\}/.exec(clause.trim())?.[1];
  return names?.split(',').every((name) => /^\s*(type\s|$)/.test(name)) ?? false;
}
