import { generateText, isStepCount } from 'ai';
import { describeHost } from '../describe-host.js';
import { aiSdk, type Sdk } from '../hosts/ai-sdk.js';

// The script of version 6 runs with the functions of version 7, whose types differ in what the script does not use.
describeHost(aiSdk(7, { generateText, stepCountIs: isStepCount } as unknown as Sdk));
