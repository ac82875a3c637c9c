import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testsDocument } from '../../packages/test/src/tests/test-schema.js';
import { another, everyKind } from './every-kind.fixture.js';
import { openExport, openPage } from './pages.test-kit.js';
import { startWireServer } from './wire-server.test-kit.js';

test('an exported file opens from disk with its totals and every step of the tree', async () => {
  const { page, troubles } = await openExport([everyKind]);
  const banner = await page.getByRole('banner').innerText();
  expect(banner).toContain('max_turns, 1 denied');
  expect(banner).toContain('$0.0845');
  expect(banner).toContain('taken out: home folder');
  expect(await page.getByRole('treeitem').count()).toBe(everyKind.trajectory.nodes.length);
  expect(await page.getByRole('treeitem', { name: 'denied Bash git push origin main' }).getAttribute('aria-level')).toBe('3');
  expect(troubles).toEqual([]);
});

test('a denied call shows its rule, file and line, the other rules, and the change that would allow it', async () => {
  const { page } = await openExport([everyKind]);
  const decision = page.getByRole('group', { name: 'Decision' });
  expect(await decision.innerText()).toContain('Denied by a rule');
  expect(await decision.innerText()).toContain('agent.config.yaml:14:12');
  const rows = await decision.getByRole('row').allInnerTexts();
  expect(rows.map((row) => row.replaceAll('\t', ' | '))).toEqual([
    'Effect | Rule | Place | Result',
    'deny | Bash(git push:*) | agent.config.yaml:14:12 | ◀ decided',
    'allow | Bash(npm test:*) | agent.config.yaml:10:9 | not tried',
  ]);
  expect(await decision.getByLabel('To allow it').innerText()).toBe('permissions:\n  allow:\n    - Bash(git push:*)');
});

test.each([
  ['done Read', ['by the permission mode', 'may be run again after a crash', 'src/sum.js']],
  [
    'done Edit',
    [
      'Allowed by a person',
      'Asked a person',
      '11.4 s',
      'lint.sh',
      'no answer',
      '400 ms',
      'agent.config.yaml:22:7',
      '-module.exports = (a, b) => a - b;',
    ],
  ],
  [
    'failed Bash npm test 14.0 s',
    ['.loadout/results/c3.txt, 182,000 characters', '181,000 characters left out', '‹U+202E›', '✗ sum adds'],
  ],
  ['failed Bash npm test 13.0 s', ['step 6, with the same input and the same failure']],
  ['Turn 2', ['8,200 tokens read, 900 written', '7 % full']],
  ['Turn 3', ['The cache was broken: The list of tools changed: 1 tool was added.', 'A picture, image/svg+xml']],
  ['Agent reviewer', ['coder › reviewer']],
  ['refused mcp__github__get_issue', ['TOOL_UNKNOWN']],
  ['Run, resume', ['RUN_MAX_TURNS: The run reached maxTurns: 4.', 'Raise limits.maxTurns.']],
  ['unfinished Write', ['the resumed session did not run it again']],
  ['done Agent', ['Allowed by a hook', 'allow-review']],
])('the details of %s', async (name, parts) => {
  const { page, troubles } = await openExport([everyKind]);
  await page.getByRole('treeitem', { name }).first().click();
  const panel = page.getByRole('tabpanel');
  for (const part of parts) await panel.getByText(part, { exact: false }).first().waitFor();
  expect(troubles).toEqual([]);
});

test('the tab of files shows the difference of each file and leads to its call', async () => {
  const { page } = await openExport([everyKind]);
  await page.getByRole('tab', { name: 'Files' }).click();
  const text = await page.getByRole('group', { name: 'Changes of src/sum.js' }).innerText();
  expect(text).toContain('-module.exports = (a, b) => a - b;');
  expect(text).toContain('+module.exports = (a, b) => a + b;');
  expect(await page.getByRole('tabpanel').innerText()).toContain('Some changes are missing');
  await page.getByRole('button', { name: 'Step 5, which changed src/sum.js' }).click();
  expect(await page.getByRole('treeitem', { selected: true }).innerText()).toContain('Edit');
});

test('the tab of costs has sums by agent, model and tool, and the part that was wasted', async () => {
  const { page } = await openExport([everyKind]);
  await page.getByRole('tab', { name: 'Cost' }).click();
  const tools = page.getByRole('region', { name: 'By tool' });
  expect(await tools.getByRole('row', { name: /^Bash/ }).innerText()).toContain('$0.03');
  expect(
    await page
      .getByRole('region', { name: 'By model' })
      .getByRole('row', { name: /^claude-haiku-5/ })
      .innerText(),
  ).toContain('unknown price');
  expect(await page.getByRole('region', { name: 'By agent' }).getByRole('row').count()).toBe(3);
  expect(await page.getByRole('tabpanel').innerText()).toContain('Wasted: 1 call repeated an earlier failure');
});

test('the decisions are copied as rows of a test that the configuration accepts', async () => {
  const { page } = await openExport([everyKind]);
  await page.getByRole('tab', { name: 'Permissions' }).click();
  expect(await page.getByRole('region', { name: 'Decisions' }).getByRole('row').count()).toBe(8);
  await page.getByRole('button', { name: 'Copy as tests' }).click();
  const copied = await page.getByLabel('Rows for tests').inputValue();
  const { tests } = testsDocument.parse(parse(copied));
  expect(tests[0]?.permissions).toContainEqual({
    agent: 'coder',
    call: { Bash: { command: 'git push origin main' } },
    is: 'deny',
    by: 'Bash(git push:*)',
    mode: 'default',
  });
  expect(tests[0]?.permissions).toContainEqual({
    agent: 'coder',
    call: { Edit: { file_path: 'src/sum.js', old_string: 'a - b', new_string: 'a + b' } },
    is: 'ask',
    by: 'Edit(/src/**)',
    mode: 'default',
  });
  expect(copied).toContain('$${env:HOME}');
  expect(await page.getByRole('status').allInnerTexts()).toContainEqual(expect.stringContaining('1 call without a row'));
});

test('the raw tab has the step and the lines of the record', async () => {
  const { page } = await openExport([everyKind]);
  await page.getByRole('tab', { name: 'Raw' }).click();
  expect(await page.getByLabel('Lines of the record').innerText()).toBe('{"type":"denied"}');
  expect(JSON.parse(await page.getByLabel('Step', { exact: true }).innerText())).toEqual(everyKind.trajectory.nodes[9]);
});

test('two recordings are compared up to the first difference, and each call leads to its recording', async () => {
  const { page, troubles } = await openExport([everyKind, another]);
  const table = page.getByRole('region', { name: 'Calls side by side' });
  expect(await page.getByRole('tabpanel').innerText()).toContain('The first difference is at call 4 of 8.');
  expect(await table.getByRole('row', { name: /first difference/ }).innerText()).toContain('no such call');
  expect(await table.getByRole('row', { name: /another end/ }).count()).toBe(1);
  await table.getByRole('button', { name: 'Bash git push origin main' }).last().click();
  expect(await page.getByRole('button', { name: /^B: coder/ }).getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByRole('group', { name: 'Decision' }).innerText()).toContain('Allowed by a rule');
  expect(troubles).toEqual([]);
});

test('search finds titles and contents, and filters leave the steps that fit with those above them', async () => {
  const server = await startWireServer([everyKind]);
  const served = await openPage(server.url);
  for (const { page } of [served, await openExport([everyKind])]) {
    await page.getByRole('searchbox').fill('sum adds');
    await page.getByText('1 of 20 steps').waitFor();
    expect(await page.getByRole('treeitem').count()).toBe(3);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'denied' }).click();
    await page.getByText('1 of 20 steps').waitFor();
    await page.getByRole('button', { name: 'errors' }).click();
    await page.getByText('7 of 20 steps').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Tool', { exact: true }).selectOption('Bash');
    await page.getByText('3 of 20 steps').waitFor();
    await page.getByRole('searchbox').fill('no such text');
    await page.getByText('Nothing fits the filters.').waitFor();
  }
});

test('a drag over the lanes zooms, and the tree shows the same stretch of time', async () => {
  const { page } = await openExport([everyKind]);
  const box = await page.getByRole('img', { name: /^Tools/ }).boundingBox();
  if (box === null) throw new Error('The lane of tools has no box.');
  await page.mouse.move(box.x + box.width * 0.1, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.2, box.y + 5, { steps: 4 });
  await page.mouse.up();
  await page.getByText(/ shown$/).waitFor();
  expect(await page.getByRole('treeitem').count()).toBeLessThan(10);
  await page.getByRole('button', { name: 'Show all of the time' }).click();
  await page.getByText('20 of 20 steps').waitFor();
});

test('a long pause is collapsed and labelled', async () => {
  const { page } = await openExport([everyKind]);
  expect(await page.getByTitle('Nothing for 1 h 0 m').innerText()).toBe('1 h 0 m');
});

test('a damaged file says so on the page', async () => {
  const { page } = await openPage(`${(await startWireServer([everyKind])).address}`);
  expect(await page.getByRole('alert').innerText()).toContain('Run loadout view again');
});

test('a printed page has every row of the tree', async () => {
  const { page } = await openExport([everyKind], { viewport: { width: 800, height: 300 } });
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(20);
  expect(await page.getByRole('search').isVisible()).toBe(false);
});

test('no source of the page makes elements from text', () => {
  const built = readFileSync(new URL('../../packages/viewer/dist/page.html', import.meta.url), 'utf8');
  const policy = /content="(default-src[^"]*)"/.exec(built)?.[1];
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'$/,
  );
  expect(built.match(/<script/g)).toHaveLength(1);
  expect(built.match(/<style/g)).toHaveLength(1);
  expect(built.match(/<!--data-->/g)).toHaveLength(1);
});
