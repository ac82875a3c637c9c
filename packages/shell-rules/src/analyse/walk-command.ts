import type { Assignment, Command } from 'unbash';
import { assignmentProblem } from './assignments.js';
import type { Chain } from './parts.js';
import { type Argument, readWord } from './read-word.js';
import { takeCommand } from './take-command.js';
import type { Walk } from './walk.js';
import { isInput, walkRedirection } from './walk-redirection.js';

/** Takes in a simple command: its words in the order in which bash reads them, its assignments and its redirections. */
export function walkCommand(node: Command, walk: Walk): undefined {
  const args: Argument[] = [];
  const assigned: Assignment[] = [];
  let input: string | undefined;
  let { fed } = walk;
  for (const word of [...node.prefix, node.name, ...node.suffix]) {
    if (word === undefined) continue;
    if (word.type === 'Assignment') {
      assigned.push(word);
      walkAssignment(word, walk);
      if (node.name !== undefined && word.pos > node.name.pos) args.push(readAssignment(word));
    } else if (word.type === 'Word') {
      walk.visit(word);
      args.push(readWord(word).argument);
    } else {
      fed ||= isInput(word);
      input = walkRedirection(word, walk) ?? input;
    }
  }
  const blame = assigned
    .map((one) => assignmentProblem(one, { alone: args.length === 0 }))
    .find((problem) => problem !== undefined);
  if (args.length === 0) return walk.blame(blame);
  const place = { text: walk.source.slice(node.pos, node.end), end: node.end, also: [], input, fed, blame, depth: 0 };
  const { into, folders } = walk;
  const nested = (source: string, from: readonly Chain[]) => walk.nested(source, { folders: from, fed });
  walk.folders = takeCommand(args, { place, into, nested, folders });
}

function walkAssignment(node: Assignment, walk: Walk): undefined {
  walk.ranges.push(node);
  const { value, index } = node;
  if (index !== undefined) walk.visit(index);
  if (value.type === 'Word') walk.visit(value);
  else for (const element of value.elements) walk.visit(element);
}

/** Reads `X=y` behind a builtin or a program as one of its words. */
function readAssignment(node: Assignment): Argument {
  if (node.value.type !== 'Word') return { why: 'an array', single: false, lead: '' };
  const { argument } = readWord(node.value);
  const head = node.text.slice(0, node.text.length - node.value.text.length);
  if (!/^[A-Za-z_]\w*=$/.test(head)) return { why: 'an assignment', single: false, lead: '' };
  return typeof argument === 'string' ? head + argument : { why: argument.why, single: argument.single, lead: head };
}
