import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { initialize, type Line, startWire, user } from './wire.test-kit.js';

/** Fetches from a server on this machine and returns the results. */
async function fetched(args: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<string> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/plain').end('Hello from here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/x`;
  const wire = await startWire({
    args: [...args, '--permission-prompt-tool', 'stdio'],
    files,
    host: { can_use_tool: ({ input }: Line) => ({ behavior: 'allow', updatedInput: input }) },
    replies: ({ body }) => {
      const last = JSON.stringify(body.messages.at(-1));
      const asked = last.includes('tool_result') || last.includes('Hello from here');
      return asked ? { text: 'Done.' } : { tools: [{ name: 'WebFetch', input: { url, prompt: 'What?' }, id: 't1' }] };
    },
  });
  wire.write(initialize(), user('go'));
  await wire.next({ type: 'result' });
  await new Promise((resolve) => server.close(resolve));
  return JSON.stringify(wire.of('user'));
}

it('a program opens a host of its own machine to WebFetch by a rule that names it (W14)', async () => {
  expect(await fetched(['--allowedTools=WebFetch(domain:localhost)'])).not.toContain('is_error');
});

it('neither a bare rule, a person, nor a settings file opens it (W14)', async () => {
  const allow = JSON.stringify({ permissions: { allow: ['WebFetch(domain:localhost)'] } });
  for (const result of [
    await fetched(['--allowedTools=WebFetch']),
    await fetched([]),
    await fetched([], { '.claude/settings.local.json': allow }),
  ])
    expect(result).toContain('is_error');
});
