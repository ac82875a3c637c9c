import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, Subagents } from '@loadout/core';
import type { ModelRequest } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { model, planFor, reader, runAgent, tempFolder, writer } from '../run/scripted.test-kit.js';

function repository(): string {
  const cwd = tempFolder();
  execFileSync('git', ['init', '--quiet', '--initial-branch=trunk'], { cwd });
  writeFileSync(join(cwd, '.gitignore'), '.sessions\n');
  return cwd;
}

const placeIn = (request: ModelRequest | undefined) => request?.system.at(-1)?.text ?? '';
const look = reader('Look', () => 'seen');

describe('the description of the working directory for the model (LOOP-22)', () => {
  it('has the git state of the start: later turns begin with the same bytes', async () => {
    const workspace = repository();
    const change = writer('Change', () => {
      writeFileSync(join(workspace, 'made.txt'), '');
      return 'made';
    });
    const scripted = model([{ calls: [{ name: 'Change' }] }, { text: 'ok' }]);
    await runAgent({ workspace, model: scripted, customTools: [change] });
    const [first, second] = scripted.requests;
    expect(first?.system.at(-2)?.text).toMatch(/^Working directory: /);
    expect(placeIn(first)).toMatch(/^Git, when the session began: .*trunk\n\?\? \.gitignore$/);
    expect(second?.system).toBe(first?.system);
  });

  it('is the same in a resumed session, whatever git says by then (SESS-04)', async () => {
    const workspace = repository();
    const scripted = model([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const { run } = await runAgent({ workspace, model: scripted, customTools: [look] });
    writeFileSync(join(workspace, 'later.txt'), '');
    const more = { workspace, model: scripted, customTools: [look], prompt: 'More.' };
    await runAgent({ ...more, run: { resume: run.sessionId } });
    await runAgent({ ...more, run: { resume: run.sessionId, fork: true } });
    const [first, second, third] = scripted.requests;
    expect(placeIn(first)).toContain('trunk');
    expect(second?.system).toEqual(first?.system);
    expect(third?.system).toEqual(first?.system);
  });

  it('has no git state without a repository, or without a tool that could use it', async () => {
    const scripted = model([{ text: 'One.' }, { text: 'Two.' }]);
    await runAgent({ model: scripted, customTools: [look] });
    await runAgent({ workspace: repository(), model: scripted });
    expect(scripted.requests.map((request) => placeIn(request).startsWith('Working directory: '))).toEqual([true, true]);
  });

  it('is the same for an agent that is started in the same folder', async () => {
    const delegate = defineTool({
      name: 'Delegate',
      description: 'Starts an agent.',
      call: async (_, context) => {
        writeFileSync(join(context.cwd, 'later.txt'), '');
        const request = { type: 'general-purpose', prompt: 'Look.', description: 'Looks', signal: context.signal };
        return (await (await context.get(Subagents).start(request)).result).text;
      },
    });
    const scripted = model([{ calls: [{ name: 'Delegate' }] }, { text: 'Seen.' }, { text: 'Done.' }]);
    await runAgent({ workspace: repository(), model: scripted, customTools: [delegate, look] });
    expect(placeIn(scripted.requests[1])).toContain('trunk');
    expect(placeIn(scripted.requests[1])).toBe(placeIn(scripted.requests[0]));
  });

  it('hides declared secrets', async () => {
    const workspace = repository();
    writeFileSync(join(workspace, 'hunter22.txt'), '');
    const plan = planFor(workspace, { secrets: ['hunter22'] });
    const scripted = model([{ text: 'One.' }]);
    await runAgent({ plan, permissions: {}, workspace, model: scripted, customTools: [look] });
    expect(placeIn(scripted.requests[0])).toContain('?? [secret].txt');
  });
});
