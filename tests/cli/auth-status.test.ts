import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

async function status(env: Record<string, string>, settings?: object) {
  const home = project({});
  if (settings !== undefined) {
    mkdirSync(join(home, '.claude'));
    writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(settings));
  }
  const { code, stdout } = await loadout(['auth', 'status', '--json'], { cwd: home, env: { HOME: home, ...env } });
  return { code, home, told: JSON.parse(stdout) as object, stdout };
}

describe('loadout auth status (W1)', () => {
  it('says that there is no credential, and where sessions are', async () => {
    const { code, home, told } = await status({});
    expect({ code, told }).toEqual({
      code: 1,
      told: {
        loggedIn: false,
        authMethod: 'none',
        apiProvider: 'firstParty',
        configDirectory: join(home, '.claude'),
        projectsDirectory: join(home, '.claude/projects'),
      },
    });
  });

  it.each([
    [{ ANTHROPIC_API_KEY: 'the-secret' }, 'api_key', 'ANTHROPIC_API_KEY'],
    [{ ANTHROPIC_API_KEY: 'k', ANTHROPIC_AUTH_TOKEN: 'the-secret' }, 'oauth_token', 'ANTHROPIC_AUTH_TOKEN'],
    [{ CLAUDE_CODE_OAUTH_TOKEN: 'the-secret' }, 'oauth_token', 'CLAUDE_CODE_OAUTH_TOKEN'],
  ])('names the credential that a query would use, and never shows it: %j', async (env, authMethod, apiKeySource) => {
    const { code, told, stdout } = await status({ ...env });
    expect({ code, told }).toMatchObject({ code: 0, told: { loggedIn: true, authMethod, apiKeySource } });
    expect(stdout).not.toContain('the-secret');
  });

  it('knows the helper of the settings of the user', async () => {
    const { code, told } = await status({}, { apiKeyHelper: 'echo key' });
    expect({ code, told }).toMatchObject({ code: 0, told: { authMethod: 'api_key_helper', apiKeySource: 'apiKeyHelper' } });
  });
});
