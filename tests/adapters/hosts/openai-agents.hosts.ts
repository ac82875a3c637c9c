import { describeHost } from '../describe-host.js';
import { openaiAgents } from './openai-agents.js';

describeHost(openaiAgents);
