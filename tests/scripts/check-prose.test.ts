import { describe, expect, it } from 'vitest';
import { loadScript } from './load-script.js';

const { proseProblems } = await loadScript<{ proseProblems(file: string, source: string): string[] }>('check-prose.mjs');
const { commentsOf } = await loadScript<{ commentsOf(source: string): { start: number; end: number }[] }>('lib/syntax.mjs');
const problems = (source: string) => proseProblems('a.ts', source);

describe('a comment', () => {
  it.each([
    '/** What is left of the line. */',
    '/** Who answers. */',
    '/** Of a package: its hash. */',
    '/** The same for a folder. */',
    '/** Those that ended. */',
    '/** One that waits. */',
    '/**\n * Nothing after the end.\n */',
    '// what the tool said',
    'const a = 1; // It is kept.',
  ])('is refused: %s', (source) => {
    expect(problems(source)).toHaveLength(1);
  });

  it.each([
    '/** The remaining lines. */',
    '/** Returns the hash of a package. */',
    '/** Officially supported, unlike the others. */',
    '/** One message of the model. */',
    '// Itself a process: it has to end too.',
    '// The first half of a sentence,\n// what follows is its second half.',
  ])('is accepted: %s', (source) => {
    expect(problems(source)).toEqual([]);
  });

  it('is named with its file, its line, its words and the fix', () => {
    expect(problems('const a = 1;\n\n  /** What is left. */\n')).toEqual([
      'a.ts:3: the comment "What is left." begins with "What". Begin it with a noun or a verb.',
    ]);
  });
});

it.each([
  ['a string', "const a = '// what';"],
  ['a template', 'const a = `// what ${b} /* who */`;'],
  ['a template in a template', 'const a = `${`// what`} // who`;'],
  ['a regular expression', 'const a = /["`]/.test(b) || /[/]\\/\\/ what/.test(b);'],
])('%s holds no comment', (_, source) => {
  expect(commentsOf(source)).toEqual([]);
});

it('a comment inside a template placeholder and behind a division is found', () => {
  const source = 'const a = `${b /* one */}`;\nconst c = d / e; // two';
  expect(commentsOf(source).map(({ start, end }) => source.slice(start, end))).toEqual(['/* one */', '// two']);
});
