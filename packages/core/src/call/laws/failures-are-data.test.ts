import { describe, expect, it, vi } from 'vitest';
import { LoadoutError } from '../../define/loadout-error.js';
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
