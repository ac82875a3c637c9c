import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { initialize, type Line, type Replies, startWire, user, type Wire } from './wire.test-kit.js';

/** Requests without tools ask for a title. */
const replies: Replies = ({ body }) =>
  (body.tools ?? []).length === 0 ? { text: '"**The login button.**"\nIt is about that.' } : { text: 'Done.' };

const title = async (wire: Wire, request: Line) =>
  ((await wire.ask({ subtype: 'generate_session_title', ...request })).response as Line).title;

function sessionOf(wire: Wire): string {
  const projects = join(wire.cwd, '.home/.claude/projects');
  const [project = ''] = readdirSync(projects);
  const [file = ''] = readdirSync(join(projects, project)).filter((name) => name.endsWith('.jsonl'));
  return readFileSync(join(projects, project, file), 'utf8');
}

it('the model names a session in one line, apart from the conversation, and the name is kept if the host says so (CTRL-11)', async () => {
  const wire = await startWire({ replies });
  wire.write(initialize(), user('Fix the login button'));
  await wire.next({ type: 'result' });
  expect(await title(wire, { description: 'Fix the login button' })).toBe('The login button');
  expect(sessionOf(wire)).not.toContain('ai-title');
  expect(await title(wire, { description: 'Fix the login button', persist: true })).toBe('The login button');
  expect(sessionOf(wire)).toContain('"aiTitle":"The login button"');
  wire.write(user('And now?'));
  await wire.next({ type: 'result' });
  expect(JSON.stringify(wire.api.requests.at(-1)?.body.messages)).not.toContain('<text>');
});

it('a session that is not stored gets no line, and nothing to name is no request (CTRL-11)', async () => {
  const wire = await startWire({ replies, args: ['--no-session-persistence'] });
  wire.write(initialize());
  expect(await title(wire, { description: ' ', persist: true })).toBe(null);
  expect(wire.api.requests).toEqual([]);
  expect(await title(wire, { description: 'Chores', persist: true })).toBe('The login button');
  expect(() => sessionOf(wire)).toThrow('ENOENT');
});
