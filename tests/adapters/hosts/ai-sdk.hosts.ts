import { describeHost } from '../describe-host.js';
import { aiSdk } from './ai-sdk.js';

describeHost(aiSdk);
