// The same tool without YAML: handed to createAgent, it keeps its bare name.

import { scriptedModel } from '@loadout/model-script';
import { createAgent } from '@loadout/runner';
import weather from './weather.mjs';

const { tools } = weather.setup();
const model = scriptedModel([
  { tools: [{ forecast: { city: 'Oslo', unit: 'fahrenheit' }, as: 'oslo' }] },
  { text: 'In code: {{oslo.text}}' },
]);
const agent = await createAgent({ instructions: 'Report the weather.', model, customTools: tools });
console.log((await agent.run('How is Oslo?').result).text);
await agent.close();
