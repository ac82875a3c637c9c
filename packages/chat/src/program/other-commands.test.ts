import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { otherCommands } from './other-commands.js';

/** Runs a script in place of the command line, and interrupts it once it has printed. */
async function interrupted(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-other-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'command.mjs');
  const begun = join(folder, 'begun');
  writeFileSync(
    file,
    `${script}\n(await import('node:fs')).writeFileSync(${JSON.stringify(begun)}, '');\nsetInterval(() => {}, 1000);`,
  );
  const { command } = otherCommands({
    program: [process.execPath, file],
    cwd: folder,
    env: { PATH: process.env.PATH },
    redact: (text) => text.replaceAll('hunter2', '***'),
  });
  const stopped = new AbortController();
  const end = command(['doctor'], stopped.signal);
  await expect.poll(() => existsSync(begun)).toBe(true);
  stopped.abort();
  return end;
}

it('an interrupted command ends, and what it printed until then is shown without secrets', async () => {
  const { code, text } = await interrupted(`process.stdout.write('key hunter2\\n');`);
  expect(code).not.toBe(0);
  expect(text).toBe('key ***\nThe command was interrupted.\n');
});

it('an interrupted command that goes on is interrupted again, which ends it at once', async () => {
  const { code } = await interrupted(`let seen = 0; process.on('SIGINT', () => (seen += 1) > 1 && process.exit(130));`);
  expect(code).toBe(130);
});
