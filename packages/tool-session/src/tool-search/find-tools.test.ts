import { describe, expect, it } from 'vitest';
import { findTools, parseQuery } from './find-tools.js';

const TOOLS = [
  { name: 'mcp__mail__send', description: 'Sends a message' },
  { name: 'mcp__slack__sendMessage', description: 'Posts to a channel' },
  { name: 'mcp__slackbot__status', description: 'Tells whether it runs' },
  { name: 'mcp__notes__add', description: 'Adds a note, also from slack' },
  { name: 'NotebookEdit', description: 'Changes a cell' },
];

const find = (text: string) => {
  const query = parseQuery(text);
  return query === undefined ? undefined : findTools(TOOLS, query).map((tool) => tool.name);
};

describe('a query (TOOL-TSEARCH-01)', () => {
  it('starting with select: names tools in any case, and returns them in its order', () => {
    expect(find('select:notebookedit, mcp__mail__send,Nope,NotebookEdit')).toEqual(['NotebookEdit', 'mcp__mail__send']);
  });

  it('of words ranks a whole part of a name before a piece of it, and a piece before the description', () => {
    expect(find('slack')).toEqual(['mcp__slack__sendMessage', 'mcp__slackbot__status', 'mcp__notes__add']);
  });

  it('adds up its words, and puts a whole name first', () => {
    expect(find('message send')).toEqual(['mcp__slack__sendMessage', 'mcp__mail__send']);
    expect(find('mcp__notes__add slack send')?.[0]).toBe('mcp__notes__add');
  });

  it('leaves out what a word with a plus does not fit', () => {
    expect(find('+slack send')).toEqual(['mcp__slack__sendMessage', 'mcp__slackbot__status', 'mcp__notes__add']);
    expect(find('+slack +send')).toEqual(['mcp__slack__sendMessage']);
    expect(find('+nothing send')).toEqual([]);
  });

  it('reads a name in camel case as its words', () => {
    expect(find('notebook')).toEqual(['NotebookEdit']);
    expect(find('edit')).toEqual(['NotebookEdit']);
  });

  it.each(['', '  ', '+', 'select:', 'select: , '])('without words (%j) is undefined', (text) => {
    expect(find(text)).toBeUndefined();
  });
});
