import { describe, expect, it } from 'vitest';
import { fitFrame, MOST_BYTES, restored } from './fit-frame.js';

const parsed = (line: string) => JSON.parse(line) as Record<string, unknown>;

describe('a frame fits a line (CTRL-01)', () => {
  it('one that does is left as it is', () => {
    const frame = { type: 'x', text: 'é'.repeat(1000) };
    expect(fitFrame(frame)).toEqual({ line: JSON.stringify(frame) });
  });

  it.each([
    ['one long text', { text: 'é'.repeat(2_000_000) }],
    ['many texts', { texts: Array.from({ length: 40 }, (_, index) => `${index}`.repeat(60_000)) }],
    ['many small items', { items: Array.from({ length: 500_000 }, (_, index) => index) }],
    ['many keys', Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key ${index}`, index]))],
    ['what has to be escaped', { text: '\u0000'.repeat(400_000) }],
  ])('%s is cut until it does', (_, more) => {
    const { line, cuts } = fitFrame({ type: 'user', uuid: 'u', session_id: 's', ...more });
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MOST_BYTES);
    expect(parsed(line)).toMatchObject({ type: 'user', uuid: 'u', session_id: 's' });
    expect(cuts).toBeDefined();
  });

  it('half of a picture is none: a sentence stands in its place', () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(2_000_000) } };
    const { line } = fitFrame({ type: 'user', content: [picture, { type: 'text', text: 'kept' }] });
    expect(parsed(line).content).toEqual([
      { type: 'text', text: '[cut 1: image/png with 2000000 characters of base64]' },
      { type: 'text', text: 'kept' },
    ]);
  });

  it('an answer that holds what was cut means what it stands for, at any depth, and two that begin alike are told apart', () => {
    const [a, b] = [`${'x'.repeat(900_000)}a`, `${'x'.repeat(900_000)}b`];
    const { line, cuts } = fitFrame({ type: 'control_request', a, nested: [{ b }], short: 'x' });
    const { type: _, ...shown } = parsed(line);
    expect(restored({ ...shown, own: 1 }, cuts)).toEqual({ a, nested: [{ b }], short: 'x', own: 1 });
    expect(restored({ a: 'x' }, undefined)).toEqual({ a: 'x' });
  });

  it.each([
    ['a list', { list: Array.from({ length: 300_000 }, (_, index) => ({ index })) }],
    ['a map', { map: Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key ${index}`, index])) }],
    [
      'a picture',
      { picture: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(2_000_000) } } },
    ],
    ['lists in a list', { lists: Array.from({ length: 90 }, (_, row) => Array.from({ length: 5_000 }, (_, at) => row * at)) }],
  ])('%s that was cut comes back whole: an input that is allowed as it was asked about loses nothing', (_, input) => {
    const { line, cuts } = fitFrame({ type: 'control_request', input });
    const shown = parsed(line).input;
    expect(shown).not.toEqual(input);
    expect(restored({ behavior: 'allow', updatedInput: shown }, cuts)).toEqual({ behavior: 'allow', updatedInput: input });
  });

  it('an item that the program adds behind what was cut stays behind it, and one that it takes out is out', () => {
    const list = Array.from({ length: 300_000 }, (_, index) => index);
    const { line, cuts } = fitFrame({ type: 'control_request', list });
    const [, ...shown] = parsed(line).list as number[];
    expect(restored([...shown, 'last'], cuts)).toEqual([...list.slice(1), 'last']);
  });
});
