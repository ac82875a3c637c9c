import { join } from 'node:path';
import { loginIn } from './connection.js';
import { homeOf } from './home.js';
import type { Env } from './models.js';
import { readSettings, settingsFile } from './settings-files.js';

/** The credential that a query of this environment would use, in the form in which editors ask for it. */
export interface CredentialStatus {
  readonly loggedIn: boolean;
  readonly authMethod: 'api_key' | 'api_key_helper' | 'oauth_token' | 'none';
  readonly apiProvider: 'firstParty';
  /** The variable or the setting that holds the credential. Never the credential itself. */
  readonly apiKeySource?: string;
  readonly configDirectory: string;
  readonly projectsDirectory: string;
}

export function credentialStatus(env: Env): CredentialStatus {
  const configDirectory = env.CLAUDE_CONFIG_DIR || join(homeOf(env), '.claude');
  const [authMethod, apiKeySource] = credentialIn(env);
  return {
    loggedIn: authMethod !== 'none',
    authMethod,
    apiProvider: 'firstParty',
    ...(apiKeySource === undefined ? {} : { apiKeySource }),
    configDirectory,
    projectsDirectory: join(configDirectory, 'projects'),
  };
}

function credentialIn(env: Env): readonly [CredentialStatus['authMethod'], string?] {
  if (env.ANTHROPIC_AUTH_TOKEN) return ['oauth_token', 'ANTHROPIC_AUTH_TOKEN'];
  if (env.ANTHROPIC_API_KEY) return ['api_key', 'ANTHROPIC_API_KEY'];
  if (loginIn(env) !== undefined) return ['oauth_token', 'CLAUDE_CODE_OAUTH_TOKEN'];
  if (readSettings(settingsFile('user', { env }))?.apiKeyHelper !== undefined) return ['api_key_helper', 'apiKeyHelper'];
  return ['none'];
}
