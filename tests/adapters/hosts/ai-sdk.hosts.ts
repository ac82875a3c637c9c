import { generateText, stepCountIs } from 'ai';
import { describeHost } from '../describe-host.js';
import { aiSdk } from './ai-sdk.js';

describeHost(aiSdk(6, { generateText, stepCountIs }));
