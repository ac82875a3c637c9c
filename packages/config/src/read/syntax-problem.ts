interface Problem {
  readonly problem: string;
  readonly fix?: string;
}

/** Our texts for the parser's errors, by its code and, if one code has several meanings, by its message. */
const KNOWN: readonly (readonly [code: string, message: RegExp | undefined, Problem])[] = [
  ['TAB_AS_INDENT', undefined, { problem: 'a tab is used to indent', fix: 'Indent with spaces.' }],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    undefined,
    {
      problem: 'a line contains a second "key: value"',
      fix: 'Put it on a line of its own, or put the value in quotes if the colon belongs to it.',
    },
  ],
  [
    'MULTILINE_IMPLICIT_KEY',
    undefined,
    { problem: 'a line has no colon after its key', fix: 'Write "key: value"; put text of several lines after "|".' },
  ],
  ['KEY_OVER_1024_CHARS', undefined, { problem: 'a key is longer than 1024 characters' }],
  [
    'BLOCK_IN_FLOW',
    undefined,
    {
      problem: 'a block list or map is inside [ ] or { }',
      fix: 'Write the inner list or map with [ ] or { } too, or write the outer one in block form.',
    },
  ],
  [
    'BAD_DQ_ESCAPE',
    undefined,
    { problem: 'a text in double quotes contains an unknown escape', fix: 'Write \\\\ for a backslash, or use single quotes.' },
  ],
  ['BAD_SCALAR_START', undefined, { problem: 'a value cannot begin with this character', fix: 'Put the value in quotes.' }],
  [
    'BAD_ALIAS',
    undefined,
    { problem: 'an alias or anchor is not written correctly', fix: 'A value that begins with * or & needs quotes.' },
  ],
  [
    'ALIAS_PROPS',
    undefined,
    { problem: 'an alias cannot have an anchor or a tag', fix: 'A value that begins with * or & needs quotes.' },
  ],
  ['MULTIPLE_ANCHORS', undefined, { problem: 'a value has more than one anchor' }],
  ['MULTIPLE_TAGS', undefined, { problem: 'a value has more than one tag' }],
  ['MISSING_CHAR', /closing ["']quote/, { problem: 'a quote is not closed', fix: 'Close it with the same kind of quote.' }],
  ['BAD_INDENT', /closing ["']quote/, { problem: 'a quote is not closed', fix: 'Close it with the same kind of quote.' }],
  ['MISSING_CHAR', /with a ?\]|end with \]/, { problem: 'a list that began with [ is not closed', fix: 'Add the ].' }],
  ['MISSING_CHAR', /with a ?\}|end with \}/, { problem: 'a map that began with { is not closed', fix: 'Add the }.' }],
  [
    'BAD_INDENT',
    /sufficiently indented and end with a \]/,
    {
      problem: 'a list that began with [ is not closed, or its end is not indented',
      fix: 'Add the ], indented more than the key.',
    },
  ],
  [
    'BAD_INDENT',
    /sufficiently indented and end with a \}/,
    {
      problem: 'a map that began with { is not closed, or its end is not indented',
      fix: 'Add the }, indented more than the key.',
    },
  ],
  ['MISSING_CHAR', /^Missing ,/, { problem: 'a comma is missing between two items', fix: 'Put a comma between them.' }],
  [
    'BAD_INDENT',
    undefined,
    {
      problem: 'this line is indented differently from its neighbours',
      fix: 'Give all keys of one map, and all items of one list, the same indent.',
    },
  ],
];

/** A line below a line that has a value already, and deeper than that line. */
export const DEEPER: Problem = {
  problem: 'this line is indented more than the line above it, which already has a value',
  fix: 'Give both lines the same indent. If this line belongs to the one above, remove the value there.',
};

/** The advice for a permission rule inside [ ], where {, } and , have a meaning of their own. */
export const QUOTES_NEEDED = 'A rule with {, } or , needs quotes inside [ ].';

export const RULE_IN_LIST: Problem = { problem: 'a rule has a { or } and no quotes', fix: QUOTES_NEEDED };

export function syntaxProblem(code: string, message: string): Problem {
  const found = KNOWN.find(([known, pattern]) => known === code && (pattern === undefined || pattern.test(message)));
  return (
    found?.[2] ?? {
      problem:
        message
          .split('\n')[0]
          ?.replace(/\.$/, '')
          .replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()) ?? code,
    }
  );
}
