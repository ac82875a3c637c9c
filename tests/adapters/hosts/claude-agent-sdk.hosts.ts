import { query } from '@loadout/sdk';
import { describeHost } from '../describe-host.js';
import { claudeAgentSdk } from './claude-agent-sdk.js';

describeHost(claudeAgentSdk({ name: 'a program of the Claude Agent SDK', query }));
