import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citationsIn, citingFiles, idsIn, isDangling, linesOf } from './lib/citations.js';

const ROOT = join(import.meta.dirname, '..');
const files = citingFiles(ROOT);
const cited = citationsIn(files);
const defined = [...readFileSync(join(ROOT, 'docs/sources.md'), 'utf8').matchAll(/^- \*\*([A-Z0-9-]+)\*\*: \S/gm)].map(
  ([, id = '']) => id,
);

describe('docs/sources.md', () => {
  it('defines every id that is cited', () => {
    const known = new Set(defined);
    expect(cited.filter(({ id }) => !known.has(id)).map(({ id, place }) => `${place} cites ${id}`)).toEqual([]);
  });

  it('defines each id once', () => {
    expect(defined.filter((id, index) => defined.indexOf(id) !== index)).toEqual([]);
  });

  it('has a test for each line of GAP, which names it', () => {
    const inTests = cited.filter(({ place }) => /\.(?:test|compat|engine)\.ts:/.test(place));
    const named = new Set(inTests.map(({ id }) => id));
    expect(defined.filter((id) => id.startsWith('GAP-') && !named.has(id))).toEqual([]);
  });

  it('defines no id that nobody cites', () => {
    const wanted = new Set(cited.map(({ id }) => id));
    expect(defined.filter((id) => !wanted.has(id))).toEqual([]);
  });
});

describe('a citation', () => {
  it('leads to a place in the repository or to a public one', () => {
    // No form of them goes over the end of a line.
    const suspects = new Map([...files].filter(([, text]) => isDangling(text)));
    const dangling = [...linesOf(suspects)].filter(({ line }) => isDangling(line));
    expect(dangling.map(({ line, place }) => `${place}: ${line.trim()}`)).toEqual([]);
  });

  it.each([
    ['it("keeps the mode (TOOL-WRITE-01, T1)", () => {', ['TOOL-WRITE-01', 'T1']],
    ['/** Source: F11. */', ['F11']],
    ['/** Source: CTRL-03 to CTRL-05. */', ['CTRL-03', 'CTRL-04', 'CTRL-05']],
    ['(ALIAS-01..03)', ['ALIAS-01', 'ALIAS-02', 'ALIAS-03']],
    ['Source: TOOL-READ-02, -04.', ['TOOL-READ-02', 'TOOL-READ-04']],
    ["  'C3 by an option': ['git -C evil status'],", ['C3']],
    ['UTF-16, SHA-256, PDF-1.7, /F1 12 Tf, *.F77', []],
  ])('is read in %j', (text, ids) => expect([...idsIn(text)].sort()).toEqual([...ids].sort()));

  it.each([
    'Source: facts 8.2.',
    'settings (facts §6, setting sources)',
    'Source: design law 3.',
    'law 5: failures',
    'exit codes (design §8)',
    'Source: spec §19.',
    'Source: S2 5.3.',
    '(S3, verbatim)',
    'Source: security.md §4.',
    'Source: issue 3, done when 6.',
  ])('leads nowhere in %j', (text) => expect(isDangling(text)).toBe(true));

  it.each(['(PERM-05, decisions/0011)', 'Source: RFC 8414 §3.3.', 'See docs/guide/claude-agent-sdk.md.'])('may be %j', (text) =>
    expect(isDangling(text)).toBe(false),
  );
});
