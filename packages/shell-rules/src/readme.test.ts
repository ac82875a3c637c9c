import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import * as shellRules from './index.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blockOf = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(README)?.[1] ?? '';

it('the example of the README prints what stands below it', () => {
  const script = blockOf('js').replace(/^import (.*) from '@loadout\/shell-rules';$/m, 'const $1 = shellRules;');
  const printed: string[] = [];
  const log = (value: unknown) => printed.push(typeof value === 'string' ? value : inspect(value));
  new Function('shellRules', 'console', script)(shellRules, { log });
  expect(printed.join('\n')).toBe(blockOf('text').trimEnd());
});
