import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { definitions } from './arguments/definitions.js';
import { commandReference } from './reference.js';

it('the README holds the reference that the tables give', () => {
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(commandReference());
});

it('the reference has every command and every flag', () => {
  const text = commandReference();
  for (const { name, flags } of definitions) {
    expect(text).toContain(`loadout ${name}`);
    for (const flag of flags) expect(text).toContain(`--${flag.name}`);
  }
});
