import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { initialize, startWire, user } from './wire.test-kit.js';

it('commands and command hooks know that they run under Claude Code, and in which session (W25)', async () => {
  const print = 'echo "$CLAUDECODE $CLAUDE_CODE_SESSION_ID"';
  const hook = { type: 'command', command: `${print} > hook.txt` };
  const settings = JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [hook] }] } });
  const wire = await startWire({
    args: ['--settings', settings, '--allowedTools=Bash'],
    replies: [{ tools: [{ name: 'Bash', input: { command: `${print} > call.txt` }, id: 't1' }] }, { text: 'Done.' }],
  });
  wire.write(initialize(), user('go'));
  const { session_id } = await wire.next({ type: 'result', subtype: 'success' });
  for (const name of ['hook.txt', 'call.txt']) expect(readFileSync(join(wire.cwd, name), 'utf8')).toBe(`1 ${session_id}\n`);
});
