import { RolldownMagicString } from 'rolldown';
import { parseSync, Visitor } from 'rolldown/utils';

/**
 * Returns the code with marked functions, which V8 compiles together with the file. V8 compiles any other function at its first call, in each
 * process anew, because Node's cache holds a file as it was before it ran. The mark is what V8 looks for: a function expression in parentheses
 * (decision 0077). `names`: those of the functions to mark. A function without a name is marked if the function around it is.
 */
export function compiledAhead(code, names) {
  if (names.size === 0) return code;
  const text = new RolldownMagicString(code);
  const marked = new Set();
  for (const found of functionsIn(code)) {
    const { name, around, isMethod } = found;
    if (name === undefined ? isMethod || around === undefined || !marked.has(around) : !names.has(name)) continue;
    marked.add(found);
    mark(text, found);
  }
  return text.toString();
}

function mark(text, { node, name, bodyStart, isEnd }) {
  const { start, end } = node;
  if (node.type === 'FunctionDeclaration') {
    if (bodyStart === undefined || node.id === null) return;
    const word = `${node.async ? 'async ' : ''}function${node.generator ? '*' : ''}`;
    text.overwrite(start, node.id.end, `var ${name}=(${word}`).appendLeft(end, ');');
    // A declared function exists before the code around it runs, so its expression comes first.
    if (start > bodyStart) text.appendRight(end, isEnd ? ';' : '').move(start, end, bodyStart);
  } else if (node.type !== 'ArrowFunctionExpression' || !node.async) text.prependRight(start, '(').appendLeft(end, ')');
}

/** The names of the functions in the code that were called. `isCalled` gets the end of a function, which V8's coverage tells too. */
export function calledNames(code, isCalled) {
  return functionsIn(code).flatMap(({ node, name }) => (name !== undefined && isCalled(node.end) ? [name] : []));
}

/**
 * The functions of a built file, in the order of the text: the function around another one comes first. `name`: that of a declaration, or of the
 * variable that the function is the value of. `bodyStart`, of a declaration: the start of the first statement beside it. `isEnd`, of a declaration:
 * the statement before it has no semicolon, and would go on without it.
 */
function functionsIn(code) {
  const found = [];
  const open = [];
  const [named, places, methods] = [new Map(), new Map(), new Set()];
  const declare = (body) => {
    for (const [index, one] of body.entries())
      if (one.type === 'FunctionDeclaration' && one.id !== null) {
        named.set(one, one.id.name);
        places.set(one, { bodyStart: body[0].start, isEnd: isOpen(code, body[index - 1]) });
      }
  };
  const enter = (node) => {
    const at = { node, name: named.get(node), ...places.get(node), isMethod: methods.has(node), around: open.at(-1) };
    found.push(at);
    open.push(at);
    if (node.body?.type === 'BlockStatement') declare(node.body.body);
  };
  const leave = () => void open.pop();
  new Visitor({
    Program: ({ body }) => declare(body),
    VariableDeclarator: ({ id, init }) => void (id.type === 'Identifier' && named.set(init, id.name)),
    MethodDefinition: ({ value }) => void methods.add(value),
    Property: ({ value, method, kind }) => void ((method || kind !== 'init') && methods.add(value)),
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
  }).visit(parseSync('built.js', code, { preserveParens: false }).program);
  return found;
}

/** Statements that end with a brace of their own. */
const CLOSED = new Set(['FunctionDeclaration', 'ClassDeclaration', 'BlockStatement', 'TryStatement', 'SwitchStatement']);

const isOpen = (code, before) => before !== undefined && !CLOSED.has(before.type) && code[before.end - 1] !== ';';
