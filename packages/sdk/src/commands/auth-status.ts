import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { credentialStatus } from '../setup/credential-status.js';

export default defineCommand(
  {
    name: 'auth status',
    group: 'more',
    summary: 'Show which credential programs of the Agent SDKs would use here, without the credential itself.',
    positionals: [],
    flags: [jsonFlag],
    details: ['The exit code is 1 if there is none. Editors ask this before a session.'],
    examples: ['--json'],
  },
  async ({ flags }, host) => {
    const status = credentialStatus(host.env);
    if (flags.json) host.json(status);
    else if (status.loggedIn) host.out(`The credential is that of ${status.apiKeySource}.\n`);
    else
      host.out(
        'There is no credential. Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or apiKeyHelper in the settings of the user.\n',
      );
    return status.loggedIn ? 0 : 1;
  },
);
