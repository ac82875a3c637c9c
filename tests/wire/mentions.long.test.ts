import { expect, it } from 'vitest';
import { initialize, startWire, user } from './wire.test-kit.js';

const files = {
  'a.txt': 'first\nsecond\n',
  'my file.txt': 'spaced\n',
  'deep/b.txt': 'bee\n',
  'secret.txt': 'HIDDEN\n',
  '.claude/commands/look.md': 'Look at @a.txt and $ARGUMENTS',
};

/** The content of the message that a prompt becomes. */
async function sent(prompt: string, { args = [], more = {} }: { args?: readonly string[]; more?: object } = {}): Promise<string> {
  const wire = await startWire({ files, args, replies: [{ text: 'Done.' }] });
  wire.write(initialize(), user(prompt, { ...more }));
  await wire.next({ type: 'result', subtype: 'success' });
  return JSON.stringify(wire.api.requests[0]?.body.messages);
}

it.each([
  ['see @a.txt, please', ['second']],
  ['see @"my file.txt"', ['spaced']],
  ['see @a.txt#L2-2', ['second']],
  ['see @deep', ['b.txt']],
  ['/look @deep/b.txt', ['second', 'bee']],
])('the prompt %s brings what it names (W27)', async (prompt, found) => {
  const content = await sent(prompt);
  for (const text of found) expect(content).toContain(text);
  if (prompt.includes('#L2')) expect(content).not.toContain('first');
});

it('a file that a rule denies, or that is outside, is not brought (W27)', async () => {
  expect(await sent('see @secret.txt', { args: ['--disallowedTools', 'Read(secret.txt)'] })).not.toContain('HIDDEN');
  expect(await sent('see @/etc/passwd')).not.toContain('root:');
});

it('an address, a missing file and a verbatim prompt bring nothing (W27)', async () => {
  for (const content of [
    await sent('ask a@a.txt or @missing.txt'),
    await sent('see @a.txt', { more: { client_composed: true } }),
  ])
    expect(content).not.toContain('second');
});
