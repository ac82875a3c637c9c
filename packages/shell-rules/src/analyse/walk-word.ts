import type { SyntaxNode, Word } from 'unbash';
import { readWord } from './read-word.js';
import type { Walk } from './walk.js';

/** Blames a word for a part that must never pass unseen. The caller walks the parts. */
export function walkWord(node: Word, walk: Walk): undefined {
  walk.ranges.push(node);
  return walk.blame(readWord(node).blame);
}

export type Substitution = SyntaxNode & { text: string; script: { source?: string } | undefined };

/** Reads the script of a substitution again from its text, only where the text has a single reading. */
export function walkSubstitution({ text, script }: Substitution, walk: Walk): undefined {
  const inner = text.startsWith('`') ? (script?.source ?? text.slice(1, -1)) : text.slice(2, -1);
  const isPlain = /^(?:\$\([\s\S]*\)|[<>]\([\s\S]*\)|`[\s\S]*`)$/.test(text) && script !== undefined;
  const isTwofold = text.startsWith('$((') || (text.startsWith('`') && script?.source === undefined && inner.includes('\\'));
  if (!isPlain || isTwofold) walk.blame('a substitution that can be read in two ways');
  const { folders, fed } = walk;
  walk.nested(isPlain ? inner : text.replace(/^\$\{/, ''), { folders, fed: fed || text.startsWith('>(') });
}
