/** Imports and comments of TypeScript or JavaScript, by a parser. */
import { parseSync, Visitor } from 'oxc-parser';

/** `{ start, end }` of each comment, in order. */
export const commentsOf = (source) => parsed(source).comments.map(({ start, end }) => ({ start, end }));

/** Blanks out comments but keeps line breaks, so that places stay correct. */
export function withoutComments(source) {
  let end = 0;
  const parts = commentsOf(source).flatMap((comment) => {
    const before = source.slice(end, comment.start);
    end = comment.end;
    return [before, source.slice(comment.start, end).replace(/[^\n]/g, ' ')];
  });
  return [...parts, source.slice(end)].join('');
}

/** `{ specifier, line, typeOnly, dynamic }` for each import and re-export, in order. */
export function importsOf(source) {
  const found = NEEDS_TREE.test(source) ? importsOfTree(source) : importsOfModule(source);
  return found.map(({ start, ...one }) => ({ ...one, line: source.slice(0, start).split('\n').length }));
}

/** The record of a module leaves these out: imports inside of code and of types, and lists without a name. */
const NEEDS_TREE = /\bimport\s*\(|\bexport\s*(?:type\s*)?\{\s*\}|\bimport\s*type\s*\{\s*\}/;

/** The record costs a tenth of the tree, which is copied out of the parser as JSON. */
function importsOfModule(source) {
  const { staticImports, staticExports } = parsed(source).module;
  const rowOf = (from, names) => [
    from.start,
    { specifier: from.value, start: from.start, typeOnly: onlyTypes(names), dynamic: false },
  ];
  const exported = staticExports.flatMap(({ entries }) =>
    entries[0]?.moduleRequest ? [rowOf(entries[0].moduleRequest, entries)] : [],
  );
  // An export of an imported name tells the place of the import, so that the import takes its row.
  const rows = new Map([...exported, ...staticImports.map(({ moduleRequest, entries }) => rowOf(moduleRequest, entries))]);
  return [...rows.values()].sort((one, other) => one.start - other.start);
}

function importsOfTree(source) {
  const found = [];
  const add = ({ source: from }, typeOnly, dynamic = false) => {
    if (typeof from?.value === 'string') found.push({ specifier: from.value, start: from.start, typeOnly, dynamic });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node, node.importKind === 'type' || onlyTypes(node.specifiers)),
    ExportNamedDeclaration: (node) => add(node, node.exportKind === 'type' || onlyTypes(node.specifiers)),
    ExportAllDeclaration: (node) => add(node, node.exportKind === 'type'),
    ImportExpression: (node) => add(node, false, true),
    TSImportType: (node) => add(node, true, true),
  }).visit(parsed(source).program);
  return found;
}

/** Whether every name of the clause is marked as a type: `{ type A, type B } from`. */
const onlyTypes = (names) =>
  names.length > 0 &&
  names.every(({ isType, importKind, exportKind }) => isType === true || (importKind ?? exportKind) === 'type');

/** The timers whose time somebody may configure, by its names, and that is not bounded by `Math.min`: `{ line, text }` of the time. */
export function looseTimersOf(source) {
  if (!/\bsetTimeout\b|\bsetInterval\(|AbortSignal\.timeout\(/.test(source)) return [];
  const pauses = [...source.matchAll(/\bsetTimeout(?: as |: )(\w+)/g)].map(([, name]) => name);
  const found = [];
  new Visitor({
    CallExpression({ callee, arguments: [first, second] }) {
      const called = source.slice(callee.start, callee.end);
      const takesTimeFirst = called === 'AbortSignal.timeout' || pauses.includes(called);
      const time = takesTimeFirst ? first : /^set(?:Timeout|Interval)$/.test(called) ? second : undefined;
      if (time !== undefined && isLoose(source.slice(time.start, time.end), called)) found.push(time);
    },
  }).visit(parsed(source).program);
  return found.map(({ start, end }) => ({ line: source.slice(0, start).split('\n').length, text: source.slice(start, end) }));
}

/** A name in capitals is a fixed time. AbortSignal.timeout takes no fraction, so a bound is not enough for it. */
function isLoose(time, called) {
  const isBounded = called !== 'AbortSignal.timeout' && /^Math\.min\(/.test(time);
  return !isBounded && /seconds|timeout|limit|delay|deadline|until/i.test(time.replace(/\b[A-Z][A-Z\d_]+\b/g, ''));
}

const parsed = (source) => parseSync('source.ts', source);
