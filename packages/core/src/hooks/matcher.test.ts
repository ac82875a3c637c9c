import { describe, expect, it } from 'vitest';
import { compileMatcher } from './register.js';

describe('a matcher of names matches exactly these; any other is a regular expression without anchors (CON-36)', () => {
  it.each([
    [undefined, ['Edit'], true],
    ['', ['Edit'], true],
    ['*', ['Edit'], true],
    ['Edit', ['Edit'], true],
    ['Edit', ['NotebookEdit'], false],
    ['Edit', ['edit'], false],
    ['Edit|Write', ['Write'], true],
    ['Edit|Write', ['MultiWrite'], false],
    ['Edit, Write', ['Write'], true],
    ['Edit | Write', ['Edit'], true],
    ['mcp__my-crm__find', ['mcp__my-crm__find'], true],
    ['mcp__crm', ['mcp__crm__find'], false],
    ['mcp__crm__.*', ['mcp__crm__find'], true],
    ['.*Edit', ['NotebookEdit'], true],
    ['^Edit', ['NotebookEdit'], false],
    ['Edit$', ['NotebookEdit'], true],
    ['(Edit)', ['NotebookEdit'], true],
    ['Web(Fetch|Search)', ['WebSearch'], true],
    ['FileRead', ['Read', 'FileRead'], true],
    ['startup', ['resume'], false],
  ])('%j for %j: %s', (matcher, subjects, matches) => expect(compileMatcher(matcher)(subjects)).toBe(matches));
});
