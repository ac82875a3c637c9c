import { describe, expect, it, vi } from 'vitest';
import { LoadoutError } from '../../errors/loadout-error.js';
import { makeWorld, recorder, textOf, thrower } from '../environment.test-kit.js';

describe('tool failures are data (LAW-05, ERR-01)', () => {
  it('treats a result with isError as a failure, and fires PostToolUseFailure', async () => {
    const heard = vi.fn();
    const { tool } = recorder({ name: 'Note', call: () => ({ content: 'exit code 3', isError: true }) as never });
    const hooks = { PostToolUse: heard, PostToolUseFailure: (input: { error: string }) => heard(input.error) };
    const settled = await makeWorld({ tools: [tool], allow: ['Note'], hooks }).call('Note');
    expect(settled).toMatchObject({ outcome: 'failed', block: { content: 'exit code 3', is_error: true } });
    expect(heard.mock.calls).toEqual([['exit code 3']]);
  });

  it('keeps the code and fix of a LoadoutError, and treats every code as a failure', async () => {
    const thrown = new LoadoutError('PERMISSION_DENIED', 'upstream said no', { fix: 'Log in.', cause: { interrupt: true } });
    const { tool } = recorder({ name: 'Note', call: thrower(thrown) as never });
    const settled = await makeWorld({ tools: [tool], allow: ['Note'] }).call('Note');
    expect(settled).toMatchObject({ outcome: 'failed', code: 'PERMISSION_DENIED', stop: undefined });
    expect(textOf(settled)).toBe('upstream said no. Log in.');
  });
});

describe('whatever a tool returns, throws or declares, the call has one result (LAW-01, LAW-05)', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const text = (value: unknown) => ({ content: [value] });
  let reads = 0;

  it.each<[string, () => unknown, RegExp]>([
    ['a structure that contains itself', () => ({ content: 'x', structuredContent: circle }), /JSON does not carry it/],
    ['a structure with a big integer', () => ({ content: 'x', structuredContent: { n: 1n } }), /JSON does not carry it/],
    ['a text without a text', () => text({ type: 'text' }), /not text, image/],
    ['a text that is a number', () => text({ type: 'text', text: 5 }), /not text, image/],
    ['a picture without data', () => text({ type: 'image' }), /not text, image/],
    ['a resource without a resource', () => text({ type: 'resource' }), /not text, image/],
    ['a link without an address', () => text({ type: 'resource_link' }), /not text, image/],
    // biome-ignore lint/suspicious/noSparseArray: it is the fault.
    ['a list with a hole', () => ({ content: [, { type: 'text', text: 'x' }] }), /not text, image/],
    [
      'a block whose getter throws',
      () =>
        text({
          type: 'text',
          get text() {
            throw new Error('gone');
          },
        }),
      /gone/,
    ],
    ['an object that answers nothing', () => new Proxy({}, { get: thrower(new Error('trap')) }), /trap/],
    ['a thrown object that answers nothing', thrower(new Proxy({}, { get: thrower(1), has: thrower(2) })), /cannot be shown/],
  ])('an output: %s', async (_, call, words) => {
    const { tool } = recorder({ name: 'Note', call: call as never });
    const settled = await makeWorld({ tools: [tool], allow: ['Note'] }).call('Note');
    expect(settled).toMatchObject({ outcome: 'failed', block: { is_error: true } });
    expect(textOf(settled)).toMatch(words);
  });

  it('reads a getter once, and sends no half of a character', async () => {
    const call = () =>
      text({
        type: 'text',
        get text() {
          return reads++ === 0 ? 'a\ud800b😀' : 'second';
        },
      });
    const { tool } = recorder({ name: 'Note', call: call as never });
    expect(textOf(await makeWorld({ tools: [tool], allow: ['Note'] }).call('Note'))).toBe('a\uFFFDb😀');
  });

  it.each<[string, unknown]>([
    ['no list', { kind: 'read', path: '/etc/passwd' }],
    ['a text', 'read'],
    ['nothing in a list', [null]],
    ['an unknown kind', [{ kind: 'delete', path: '/x' }]],
    ['no path', [{ kind: 'write' }]],
    ['a path that is a number', [{ kind: 'write', path: 5 }]],
    ['no command', [{ kind: 'run' }]],
    ['no address', [{ kind: 'fetch', href: 'https://example.com' }]],
    [
      'a path that throws',
      [
        {
          kind: 'read',
          get path() {
            throw new Error('gone');
          },
        },
      ],
    ],
  ])('an access that no rule can be held against needs a person: %s', async (_, accesses) => {
    const { tool, calls } = recorder({ name: 'Note', access: (() => accesses) as never });
    const settled = await makeWorld({ tools: [tool], allow: ['Note'] }).call('Note');
    expect(settled).toMatchObject({ outcome: 'denied', code: 'PERMISSION_DENIED' });
    expect(calls).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['false', false],
    ['an object of another form', { ok: false }],
    ['a refusal without its message', { result: false }],
    ['a result that is a text', { result: 'false', message: 'no' }],
  ])('a verdict of validateInput that is no verdict refuses: %s', async (_, verdict) => {
    const { tool, calls } = recorder({ name: 'Note', validateInput: (() => verdict) as never });
    const settled = await makeWorld({ tools: [tool], allow: ['Note'] }).call('Note');
    expect(settled).toMatchObject({ outcome: 'refused', block: { is_error: true } });
    expect(calls).toEqual([]);
  });
});
