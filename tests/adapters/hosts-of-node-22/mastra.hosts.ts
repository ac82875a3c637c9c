import { describeHost } from '../describe-host.js';
import { mastra } from './mastra.js';

describeHost(mastra);
