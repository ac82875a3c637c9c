import { expect, it } from 'vitest';
import { tried } from './blocks.test-kit.js';

/** The lines that the page of a package types. A person comes to it from npm, and has nothing of Loadout. */
const typed = new Map<string, string>();
for (const { page, text } of tried('sh')) if (/^packages\W/.test(page)) typed.set(page, `${typed.get(page) ?? ''}${text}`);
const withCommand = [...typed].filter(([, text]) => /^loadout /m.test(text) && /^npm install /m.test(text));

it('pages of packages type the command', () => expect(withCommand.length).toBeGreaterThan(8));

it.each(withCommand)('%s installs the command before it types it', (_, text) => {
  const install = text.search(/^npm install .*@loadout\/cli(?:\s|$)/m);
  expect(install).toBeGreaterThanOrEqual(0);
  expect(install).toBeLessThan(text.search(/^loadout /m));
});
