import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve, TOKEN, told } from '../serve-http.test-kit.js';
import { openPage } from './pages.test-kit.js';

const write = { text: 'I write a file.', tools: [{ Write: { file_path: 'note.txt', content: 'hello\n' } }] };
const more = { tools: [{ Write: { file_path: 'note.txt', content: 'again\n' } }] };
const ASKS = { permissions: { deny: ['Bash(rm:*)'], ask: ['Edit'] } };

type Wish = Parameters<typeof serve>[0];

/** A server with its page, as the command prints it. */
async function talk({ args = [], config = ASKS, ...wish }: Wish) {
  const server = await serve({ ...wish, config, args: ['--ui', ...args] });
  const address = await told(server.process, /Open (http:\S+)\n/);
  return { ...server, address, note: () => read(join(server.cwd, 'note.txt')) };
}

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

async function opened(wish: Wish) {
  const server = await talk(wish);
  const { page, troubles } = await openPage(server.address);
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  const send = async (text: string) => {
    await prompt.fill(text);
    await prompt.press('Enter');
  };
  const said = (text: string) => page.locator('.transcript').getByText(text, { exact: true });
  return { ...server, page, troubles, prompt, send, said, button: (name: string | RegExp) => page.getByRole('button', { name }) };
}

describe('the page of loadout serve http --ui', () => {
  test('streams an answer, shows a call with the rule that denied it, and its cost', async () => {
    const turns = [{ text: 'I clean up.', tools: [{ Bash: { command: 'rm -rf x' } }] }, { text: 'It is denied.' }];
    const { page, send, troubles, said } = await opened({ turns });
    await send('Clean up.');
    await said('It is denied.').waitFor();
    const decision = page.getByRole('group', { name: 'Decision' });
    expect(await decision.innerText()).toMatch(/Denied by a rule[\s\S]*Bash\(rm:\*\)[\s\S]*agent\.config\.yaml:\d+:\d+/);
    expect(await page.getByRole('region', { name: 'End of the run' }).innerText()).toMatch(/Cost\s+\$0\.00[\s\S]*Denied\s+⊘ 1/);
    expect(page.url()).toMatch(/#session=[\w-]{36}$/);
    expect(troubles).toEqual([]);
  });

  test('asks before a change, with the diff and the rule at its line, and makes it after a yes', async () => {
    const edit = { tools: [{ Edit: { file_path: 'note.txt', old_string: 'old', new_string: 'new' } }] };
    const look = { tools: [{ Read: { file_path: 'note.txt' } }] };
    const { page, send, note, button, said, troubles } = await opened({
      turns: [look, edit, { text: 'Done.' }],
      files: { 'note.txt': 'old\n' },
    });
    await send('Change it.');
    const question = page.getByRole('region', { name: 'Edit wants to run' });
    expect(await question.innerText()).toMatch(/-old[\s\S]*\+new[\s\S]*Rule Edit at agent\.config\.yaml:\d+:\d+/);
    // An ask rule asks again whatever is kept.
    expect(await button(/^Allow in this session/).count()).toBe(0);
    expect(note()).toBe('old\n');
    await button('Allow once').click();
    await said('Done.').waitFor();
    expect([note(), await question.count()]).toEqual(['new\n', 0]);
    expect(troubles).toEqual([]);
  });

  test('keeps the exact rule for the session after a yes to it', async () => {
    const other = { tools: [{ Bash: { command: 'touch other.txt' } }] };
    const { page, send, note, button, cwd, said } = await opened({ turns: [write, more, other, { text: 'Done.' }] });
    await send('Write.');
    const keep = button(/^Allow in this session/);
    await keep.waitFor();
    expect(await keep.innerText()).toMatch(
      /^Allow in this session: Edit\(.*note\.txt\)|^Allow in this session: Write\(.*note\.txt\)/,
    );
    await keep.click();
    // The rule is about one file, so a command is a question of its own.
    await page.getByRole('region', { name: 'Bash wants to run' }).waitFor();
    expect([note(), existsSync(join(cwd, 'other.txt'))]).toEqual(['again\n', false]);
    await button('Deny').click();
    await said('Done.').waitFor();
    expect(existsSync(join(cwd, 'other.txt'))).toBe(false);
  });

  test('makes no change after a no, whose words the model reads', async () => {
    const { page, send, note, button, ask, said } = await opened({ turns: [write, { text: 'I see.' }] });
    await send('Write.');
    await page.getByLabel('Words for the model').fill('Not on a Friday.');
    await button('Deny').click();
    await said('I see.').waitFor();
    const [run] = (await ask('/runs')).body.runs;
    expect([note(), JSON.stringify(run)]).toEqual([undefined, expect.stringContaining('Not on a Friday.')]);
  });

  test('shows the session and its question again after a reload, and goes on with it', async () => {
    const { page, send, note, button, said } = await opened({ turns: [write, { text: 'Written.' }] });
    await send('Write.');
    await button('Allow once').waitFor();
    await page.reload();
    await said('I write a file.').waitFor();
    expect(await page.locator('.transcript details.call').count()).toBe(1);
    await button('Allow once').click();
    await said('Written.').waitFor();
    expect([note(), await page.locator('.transcript details.call').count()]).toEqual(['hello\n', 1]);
  });

  test('has several sessions, and a session of an earlier server', async () => {
    const first = await opened({ turns: [{ text: 'Asked: {{prompt}}' }] });
    await first.send('First.');
    await first.said('Asked: First.').waitFor();
    await first.button('New session').click();
    await first.said('Write a prompt to begin.').waitFor();
    await first.send('Second.');
    await first.said('Asked: Second.').waitFor();
    await first.button(/^First\./).click();
    await first.said('Asked: First.').waitFor();
    expect(await first.said('Asked: Second.').count()).toBe(0);
    first.process.kill('SIGKILL');
    await first.process.finished;
    const next = await opened({ turns: [], cwd: first.cwd });
    await next.button(/^Second\./).click();
    await next.said('Asked: Second.').waitFor();
    await next.send('More.');
    await expect.poll(() => next.page.getByRole('region', { name: 'End of the run' }).count()).toBe(2);
  });

  test('stops a run', async () => {
    const turns = [{ tools: [{ Bash: { command: 'cat gate' } }] }, { text: 'Late.' }];
    const { page, send, button, said } = await opened({ turns, config: { permissions: { allow: ['Bash'] } } });
    await send('Wait.');
    await page.locator('summary').filter({ hasText: 'running Bash cat gate' }).waitFor();
    await button('Stop').click();
    await said('✗ interrupted').waitFor();
  });

  test('is used with the keyboard alone', async () => {
    const { page, prompt, note, said } = await opened({ turns: [write, { text: 'Written.' }] });
    await prompt.focus();
    await page.keyboard.type('Write');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('it.');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow once' }).waitFor();
    const focused = () => page.evaluate('document.activeElement.textContent') as Promise<string>;
    for (let step = 0; step < 20 && (await focused()) !== 'Allow once'; step += 1) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await said('Written.').waitFor();
    expect(await page.locator('.you .words').innerText()).toBe('Write\nit.');
    expect(note()).toBe('hello\n');
  });
});

describe('the door of the page', () => {
  test('opens once by its address, and then with the token', async () => {
    const { address, page } = await opened({ turns: [{ text: 'Hi.' }] });
    await page.getByRole('textbox', { name: 'Prompt' }).waitFor();
    const second = await openPage(address, {});
    expect(await second.page.getByRole('heading', { level: 1 }).innerText()).toBe('Talk to an agent');
    await second.page.getByLabel('Token').fill('a-wrong-token-of-some-length');
    await second.page.keyboard.press('Enter');
    await second.page.getByRole('alert').filter({ hasText: 'does not accept' }).waitFor();
    await second.page.getByLabel('Token').fill(TOKEN);
    await second.page.getByRole('button', { name: 'Open' }).click();
    await second.page.getByRole('textbox', { name: 'Prompt' }).waitFor();
    expect(await second.page.evaluate('Object.keys(localStorage).length + document.cookie.length')).toBe(0);
  });

  test('needs no key where the server needs no token', async () => {
    const { address, url } = await talk({ turns: [{ text: 'Hi.' }], args: ['--no-auth'], env: {} });
    expect(address).toBe(`${url}/`);
    const { page, troubles } = await openPage(address);
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Hello');
    await page.keyboard.press('Enter');
    await page.locator('.transcript').getByText('Hi.', { exact: true }).waitFor();
    expect(troubles).toEqual([]);
  });

  test('gives a page of another origin nothing, even with the token', async () => {
    const { url } = await talk({ turns: [{ text: 'Hi.' }] });
    const foreign = await openPage((await talk({ turns: [], args: ['--no-auth'], env: {} })).address);
    const ends = await foreign.page.evaluate(`{
      const end = (asked) => asked.then(({ type, status }) => type + ' ' + status, () => 'refused');
      const server = ${JSON.stringify(url)};
      Promise.all([
        end(fetch(server + '/')),
        end(fetch(server + '/runs', { headers: { authorization: 'Bearer ${TOKEN}' } })),
        end(fetch(server + '/page/open', { method: 'POST', body: '{}', mode: 'no-cors' })),
      ]);
    }`);
    expect(ends).toEqual(['refused', 'refused', 'refused']);
  });
});
