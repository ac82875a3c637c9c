import { describeHost } from '../describe-host.js';
import { langchain } from './langchain.js';

describeHost(langchain(true));
describeHost(langchain(false));
