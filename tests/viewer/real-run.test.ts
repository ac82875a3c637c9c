import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { loadout, project, type Started, startLoadout } from '../lib/loadout.js';
import { openPage } from './pages.test-kit.js';
import { smallPng } from './small-png.js';

const CONFIG = `plugins: { fs: '@loadout/tool-fs', shell: '@loadout/tool-shell' }
providers: { script: { use: '@loadout/model-script', options: { file: turns.yaml } } }
sessions: { checkpoints: true }
permissions:
  allow:
    - Edit(/src/**)
    - Bash(node:*)
  deny:
    - Bash(git push:*)
    - Edit(/docs/**)
agents:
  coder: { model: script/demo, instructions: Correct the code., tools: ['*'] }
`;
const turns = (last: string) => `turns:
  - { text: I read the file first., tools: [{ Read: { file_path: src/sum.js } }] }
  - { text: The sign is wrong., tools: [{ Edit: { file_path: src/sum.js, old_string: a - b, new_string: a + b } }] }
  - { text: I run the program., tools: [{ Bash: { command: node src/sum.js } }] }
  - { text: Now I publish it., tools: [{ Bash: { command: '${last}' } }] }
  - { text: The sign is corrected. }
`;

/** The run of the guide's page about a red job: the only call that would have changed something is denied. */
const RED = {
  'agent.config.yaml': `plugins: { shell: '@loadout/tool-shell', fs: '@loadout/tool-fs' }
providers: { script: { use: '@loadout/model-script', options: { file: turns.yaml } } }
agents:
  release:
    model: script/demo
    instructions: Write the version into VERSION.
    tools: [Bash, Read]

permissions:
  allow:
    - Read
    - Bash(echo:*)
  deny:
    - Bash(*VERSION*)
`,
  'CHANGES.md': '# 1.4.0\n\n- The sign of sums is right.\n',
  'turns.yaml': `turns:
  - { text: I read the list of changes., tools: [{ Read: { file_path: CHANGES.md } }] }
  - { text: I write the version., tools: [{ Bash: { command: 'echo 1.4.0 > VERSION' } }] }
  - { text: The version could not be written. }
`,
};

const pictures = fileURLToPath(new URL('../../docs/guide/pictures/', import.meta.url));

/** Writes a picture for the guide, only if the run was asked to. */
async function picture(name: string, what: Page | Locator): Promise<void> {
  if (process.env.LOADOUT_PICTURES !== '1') return;
  const bytes = smallPng(await what.screenshot({ animations: 'disabled' }));
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.png`), bytes);
}

/** A folder with a recorded run; `--view` writes its page there. */
async function recorded(): Promise<string> {
  const source = "'use strict';\n\nconst sum = (a, b) => a - b;\n\nconsole.log(sum(1, 2));\n";
  const cwd = project({ 'agent.config.yaml': CONFIG, 'src/sum.js': source, 'turns.yaml': turns('git push origin main') });
  const first = await loadout(['run', '--view', 'run.html', 'Correct the sign in src/sum.js and publish it.'], { cwd });
  expect([first.code, first.stderr]).toEqual([0, expect.any(String)]);
  return cwd;
}

async function addressOf(viewer: Started): Promise<string> {
  onTestFinished(async () => {
    viewer.kill('SIGKILL');
    await viewer.finished;
  });
  for (;;) {
    const found = /^(http:\S+)\n/m.exec(viewer.output())?.[1];
    if (found !== undefined) return found;
    if (!viewer.running()) throw new Error(`It ended: ${viewer.errors()}`);
    await pause(5);
  }
}

const SIZE = { viewport: { width: 1040, height: 600 } };

test('the page of a red run leads to the line that denied the call, as the guide says', async () => {
  const cwd = project(RED);
  const { code, stderr } = await loadout(['run', 'release', '--view', 'run.html', 'Release 1.4.0.'], { cwd });
  expect(code, stderr).toBe(4);
  const guide = readFileSync(new URL('../../docs/guide/from-a-red-run-to-the-line.md', import.meta.url), 'utf8');
  for (const line of stderr.split('\n').filter((one) => /VERSION/.test(one))) expect(guide).toContain(line.trimEnd());
  const { page, troubles } = await openPage(pathToFileURL(join(cwd, 'run.html')).href, SIZE);
  await picture('red-run-1', page);
  await page.getByRole('button', { name: 'denied' }).click();
  await picture('red-run-2', page);
  await page.getByRole('treeitem', { name: 'denied Bash echo 1.4.0 > VERSION' }).click();
  const decision = page.getByRole('group', { name: 'Decision' });
  expect(await decision.innerText()).toContain('agent.config.yaml:14:7');
  expect(await decision.getByRole('row', { name: /◀ decided/ }).innerText()).toContain('Bash(*VERSION*)');
  await picture('red-run-3', decision);
  expect(troubles).toEqual([]);
});

test('the server of loadout view fills every tab', async () => {
  const cwd = await recorded();
  const { page, troubles } = await openPage(await addressOf(await startLoadout(['view', '--no-open'], { cwd })), SIZE);
  const decision = page.getByRole('group', { name: 'Decision' });
  await decision.waitFor();
  await picture('overview', page);
  await picture('decision', decision);
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByText('+const sum = (a, b) => a + b;').waitFor();
  await picture('files', page);
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await page.getByRole('button', { name: 'Copy as tests' }).click();
  expect(await page.getByLabel('Rows for tests').inputValue()).toContain(
    'call: { "Bash": {"command":"git push origin main"} }, is: deny',
  );
  await picture('permissions', page);
  await page.getByRole('searchbox').fill('console.log');
  await page.getByText(/^[1-9]\d* of \d+ steps$/).waitFor();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('tabpanel', { name: 'Rules' }).getByText('agent.config.yaml:10:7').waitFor();
  expect(troubles).toEqual([]);
});

test('two sessions are compared by loadout view', async () => {
  const cwd = await recorded();
  writeFileSync(join(cwd, 'src/sum.js'), "'use strict';\n\nconst sum = (a, b) => a - b;\n\nconsole.log(sum(1, 2));\n");
  writeFileSync(join(cwd, 'turns.yaml'), turns('node --version'));
  await loadout(['run', 'Correct the sign in src/sum.js.'], { cwd });
  const { stdout } = await loadout(['sessions', '--json'], { cwd });
  const ids = [...stdout.matchAll(/"(?:id|sessionId)":\s*"([^"]+)"/g)].map(([, id]) => String(id));
  const viewer = await startLoadout(['view', ...[...new Set(ids)].slice(0, 2), '--no-open'], { cwd });
  const { page, troubles } = await openPage(await addressOf(viewer), { viewport: { width: 1040, height: 820 } });
  await page.getByText(/The first difference is at call 4 of 4/).waitFor();
  await picture('compare', page);
  expect(troubles).toEqual([]);
});
