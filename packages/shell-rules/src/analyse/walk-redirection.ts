import type { HereDoc, Redirection, Word } from 'unbash';
import { readWord } from './read-word.js';
import type { Walk } from './walk.js';

const SINKS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

/** Whether a redirection gives a command an input, on any descriptor. */
export const isInput = (node: Redirection): boolean =>
  node.type !== 'Redirect' || (node.operator.startsWith('<') && node.target?.text !== '/dev/null');

/** Takes in a redirection. Returns the text of a here-document or here-string, as far as it is known. */
export function walkRedirection(node: Redirection, walk: Walk): string | undefined {
  walk.ranges.push(node);
  if (node.descriptor?.type === 'FileDescriptorVariable') walk.blame('a descriptor in a variable');
  if (node.type === 'HereDoc') return hereDoc(node, walk);
  if (node.target === undefined) return walk.blame('a redirection without a target');
  walk.visit(node.target);
  const { argument } = readWord(node.target);
  if (node.type === 'HereString') return typeof argument === 'string' ? argument : '';
  const { operator } = node;
  if (typeof argument === 'string') {
    if (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(argument)) return undefined;
    if (/^\/dev\/(?:tcp|udp)\//.test(argument)) walk.blame('a network redirection');
    if (SINKS.has(argument)) return undefined;
  } else if (argument.home === undefined) return walk.blame(`a redirection to or from ${argument.why}`);
  if (operator === '<&') return walk.blame('a copied descriptor');
  const { into, folders } = walk;
  if (operator !== '<') into.files.push({ kind: 'write', path: argument, folders });
  if (operator.startsWith('<')) into.files.push({ kind: 'read', path: argument, folders });
  return undefined;
}

function hereDoc(node: HereDoc, walk: Walk): string {
  const { body, closing, delimiter } = node;
  walk.ranges.push({ pos: body.pos, end: body.end });
  if (closing === undefined || delimiter === undefined) walk.blame('a here-document without its end');
  else walk.ranges.push(closing);
  if (delimiter?.quoted !== true) {
    for (const part of body.parts ?? []) walk.visit(part);
    walk.blame(bodyProblem(node));
  }
  return body.text;
}

/** The problem of a here-document. The parts of an expanded body are read like the parts of a quoted word. */
function bodyProblem({ body }: HereDoc): string | undefined {
  const { pos, end, text, parts = [] } = body;
  if (parts.length === 0 && /(?<!\\)(?:\\\\)*[$`]/.test(text)) return 'a here-document that was not understood';
  // In a body, quotes inside of braces are plain characters for bash, but quotes for the parser.
  if (parts.some((part) => part.type === 'ParameterExpansion' && /['"\\]/.test(part.text)))
    return 'quotes in an expansion of a here-document';
  const children = parts.filter((part) => part.type !== 'Literal');
  const quoted = { type: 'DoubleQuoted' as const, pos, end, text: `"${text}"`, parts: children };
  return readWord({ type: 'Word', text: '', value: '', pos, end, parts: [quoted] } as Word).blame;
}
