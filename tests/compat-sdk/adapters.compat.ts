import { describeHost } from '../adapters/describe-host.js';
import { claudeAgentSdk } from '../adapters/hosts/claude-agent-sdk.js';
import { sdks } from './lib/sdks.js';

// The tools of plugins as a server in a program of the Claude Agent SDK: the script that the other toolkits run too.
for (const sdk of sdks) describeHost(claudeAgentSdk(sdk));
