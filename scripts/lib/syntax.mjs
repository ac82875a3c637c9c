/** Imports and comments of TypeScript or JavaScript, by a parser. */
import { parseSync, Visitor } from 'oxc-parser';

/** `{ start, end }` of each comment, in order. */
export const commentsOf = (source) => parsed(source).comments.map(({ start, end }) => ({ start, end }));

/** Blanks out comments but keeps line breaks, so that places stay correct. */
export function withoutComments(source) {
  const blanked = ({ start, end }) => source.slice(start, end).replace(/[^\n]/g, ' ');
  return commentsOf(source).reduce((text, one) => text.slice(0, one.start) + blanked(one) + text.slice(one.end), source);
}

/** `{ specifier, line, typeOnly, dynamic }` for each import and re-export. */
export function importsOf(source) {
  const found = [];
  const add = ({ source: from }, typeOnly, dynamic = false) => {
    if (typeof from?.value !== 'string') return;
    found.push({ specifier: from.value, line: source.slice(0, from.start).split('\n').length, typeOnly, dynamic });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node, node.importKind === 'type' || onlyTypes(node.specifiers, 'importKind')),
    ExportNamedDeclaration: (node) => add(node, node.exportKind === 'type' || onlyTypes(node.specifiers, 'exportKind')),
    ExportAllDeclaration: (node) => add(node, node.exportKind === 'type'),
    ImportExpression: (node) => add(node, false, true),
    TSImportType: (node) => add(node, true, true),
  }).visit(parsed(source).program);
  return found;
}

/** Whether every name of the clause is marked as a type: `{ type A, type B } from`. */
const onlyTypes = (names, kind) => names.length > 0 && names.every((name) => name[kind] === 'type');

const parsed = (source) => parseSync('source.ts', source);
