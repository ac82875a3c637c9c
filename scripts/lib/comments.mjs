/** The comments of TypeScript or JavaScript source, without a compiler. Strings, templates and regular expressions are skipped. */

const QUOTED = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
const REGULAR_EXPRESSION = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
/** Text behind which a slash begins a regular expression and is not a division. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|yield|await|throw))\s*$/;

/** `{ start, end }` of each comment, in order. */
export function commentsOf(source) {
  const found = [];
  /** The open braces: `true` for a brace of a template, whose text continues behind it. */
  const braces = [];
  let code = '';
  for (let at = 0; at < source.length; ) {
    const skipped = skip(source, at, { code, braces });
    if (skipped === undefined) {
      code = (code + source[at]).slice(-40);
      at += 1;
      continue;
    }
    if (skipped.kind === 'comment') found.push({ start: at, end: skipped.end });
    else code = skipped.kind === 'template' && braces.at(-1) === true ? '(' : 'x';
    at = skipped.end;
  }
  return found;
}

/** The comment, literal or brace that begins at `at`; `undefined` for any other character. */
function skip(source, at, { code, braces }) {
  const first = source[at];
  if (first === "'" || first === '"') return ended(QUOTED, source, { at, kind: 'literal' });
  if (first === '`') return template(source, at + 1, braces);
  if (first === '{') braces.push(false);
  if (first === '}' && braces.pop() === true) return template(source, at + 1, braces);
  if (first !== '/') return undefined;
  const comment = ended(COMMENT, source, { at, kind: 'comment' });
  if (comment !== undefined) return comment;
  return BEFORE_EXPRESSION.test(code) ? ended(REGULAR_EXPRESSION, source, { at, kind: 'literal' }) : undefined;
}

/** The text of a template up to its end or to the next `${`. */
function template(source, at, braces) {
  const { end } = ended(TEMPLATE_TEXT, source, { at, kind: 'template' });
  const isOpen = source[end] === '$';
  if (isOpen) braces.push(true);
  return { kind: 'template', end: end + (isOpen ? 2 : 1) };
}

function ended(pattern, source, { at, kind }) {
  pattern.lastIndex = at;
  const match = pattern.exec(source);
  return match === null ? undefined : { kind, end: at + match[0].length };
}
