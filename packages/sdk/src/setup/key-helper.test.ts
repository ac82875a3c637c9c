import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, collect, place } from '../query/query.test-kit.js';

const helper = (key: string) => ({ apiKeyHelper: `echo ${key}` });

/** Runs a query without a key in its environment, over these files. Returns the keys that the API received. */
async function keysFor(
  files: Readonly<Record<string, object>>,
  settings?: Readonly<Record<string, unknown>>,
): Promise<readonly unknown[]> {
  const at = await place([{ text: 'Done.' }]);
  for (const [name, value] of Object.entries(files)) {
    const file = name.startsWith('~') ? join(at.home, name.slice(2)) : join(at.cwd, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  }
  const env = { ...at.options.env, ANTHROPIC_API_KEY: undefined };
  await collect(
    ask(at, 'Hi', { env, settingSources: ['user', 'project'], ...(settings === undefined ? {} : { settings }) }),
  ).catch(() => {});
  return at.api.requests.map(({ headers }) => headers.authorization);
}

describe('a command that prints the key (RETRY-04)', () => {
  it("runs for the user's setting, and the program's setting takes precedence", async () => {
    expect(await keysFor({ '~/.claude/settings.json': helper('mine') })).toEqual(['Bearer mine']);
    expect(await keysFor({ '~/.claude/settings.json': helper('mine') }, helper('given'))).toEqual(['Bearer given']);
  });

  it("never runs for a project's setting", async () => {
    expect(await keysFor({ '.claude/settings.json': helper('theirs') })).toEqual([]);
  });
});
