import { describeReadme } from '../run-readme.js';

describeReadme('@mastra/core/agent', {
  folder: import.meta.dirname,
  model: `
import { scripted } from '../../hosts/mock-model.js';
const calls = [{ id: 'call_1', name: 'Read', input: { file_path: 'package.json' } }];
export const model = scripted({ calls, answer: 'It is called loadout.' });
`,
});
