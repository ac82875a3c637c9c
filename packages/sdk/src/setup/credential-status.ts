import { join } from 'node:path';
import { defined, homeOf } from '@loadout/node';
import type { Env } from '../models.js';
import { type Cloud, cloudIn } from './cloud-in.js';
import { loginIn } from './connection.js';
import { readSettings, settingsFile } from './settings-files.js';

/** The credential that a query of this environment would use, in the form in which editors ask for it. */
export interface CredentialStatus {
  readonly loggedIn: boolean;
  readonly authMethod: 'api_key' | 'api_key_helper' | 'oauth_token' | 'third_party' | 'none';
  readonly apiProvider: 'firstParty' | Cloud;
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
    apiProvider: cloudIn(env) ?? 'firstParty',
    ...defined({ apiKeySource }),
    configDirectory,
    projectsDirectory: join(configDirectory, 'projects'),
  };
}

function credentialIn(env: Env): readonly [CredentialStatus['authMethod'], string?] {
  if (cloudIn(env) !== undefined) return ['third_party'];
  if (env.ANTHROPIC_AUTH_TOKEN) return ['oauth_token', 'ANTHROPIC_AUTH_TOKEN'];
  if (env.ANTHROPIC_API_KEY) return ['api_key', 'ANTHROPIC_API_KEY'];
  if (loginIn(env) !== undefined) return ['oauth_token', 'CLAUDE_CODE_OAUTH_TOKEN'];
  if (readSettings(settingsFile('user', { env }))?.apiKeyHelper !== undefined) return ['api_key_helper', 'apiKeyHelper'];
  return ['none'];
}
