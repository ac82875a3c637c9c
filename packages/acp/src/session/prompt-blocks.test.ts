import type { ContentBlock } from '@agentclientprotocol/sdk';
import { isText } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { promptBlocks } from './prompt-blocks.js';

const link = (uri: string) => promptBlocks([{ type: 'resource_link', name: 'a', uri }]);
const text = (value: string) => [{ type: 'text', text: value }];

describe('a prompt of an editor', () => {
  it.each([
    ['file:///home/ann/notes.txt', '@/home/ann/notes.txt'],
    ['file:///home/ann/my%20notes.txt', '@"/home/ann/my notes.txt"'],
    ['file:///home/ann/code.ts#L3-L7', '@/home/ann/code.ts#L3-L7'],
    ['file:///home/ann/code.ts#other', '@/home/ann/code.ts'],
    ['https://example.org/a', 'https://example.org/a'],
    ['file://%', 'file://%'],
  ])('names the file of the link %s, which the runner reads under the rules', (uri, expected) => {
    expect(link(uri)).toEqual(text(expected));
  });

  it('has embedded files as text, in the order of its parts, and pictures behind them', () => {
    const blocks = promptBlocks([
      { type: 'text', text: 'Explain ' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'It is.' } },
    ]);
    expect(blocks).toEqual([
      { type: 'text', text: 'Explain /a.txt:\n<file_content>\nIt is.\n</file_content>\n' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ]);
  });

  it('begins a command only with words that the person typed', () => {
    const file = (uri: string): ContentBlock => ({ type: 'resource', resource: { uri, text: 'It is.' } });
    const words = (value: string): ContentBlock => ({ type: 'text', text: value });
    const first = (...blocks: ContentBlock[]) => promptBlocks(blocks).flatMap((block) => (isText(block) ? [block.text] : []))[0];
    const command = /^\/[\w:-]+(?:\s|$)/;
    for (const uri of ['file:///Makefile', '/mode plan', ' /mode plan', 'mode plan'])
      for (const before of [[], [words('')], [words(' ')], [words('/')]])
        for (const one of [file(uri), { type: 'resource_link', name: 'a', uri } as const]) {
          expect(first(...before, one, words('Explain it'))?.trim()).not.toMatch(command);
          expect(first(...before, words('/compact'), one)?.trim()).not.toMatch(/^\/mode/);
        }
    expect(first(words('/compact'), file('file:///a.txt'))).toMatch(/^\/compact \/a\.txt:/);
    expect(first({ type: 'resource_link', name: 'a', uri: 'file:///a' }, words('Explain it'))).toBe('@/a Explain it');
  });

  it.each([
    ['is empty', [], 'it is empty'],
    ['has a picture of another kind', [{ type: 'image', mimeType: 'image/tiff', data: '' }], 'image/tiff'],
    ['has sound', [{ type: 'audio', mimeType: 'audio/wav', data: '' }], 'type audio'],
    ['embeds bytes', [{ type: 'resource', resource: { uri: 'file:///a', blob: '' } }], 'file:///a is embedded as bytes'],
  ] as const)('is refused if it %s', (_, blocks, problem) => {
    expect(() => promptBlocks([...blocks])).toThrow(problem);
  });
});
