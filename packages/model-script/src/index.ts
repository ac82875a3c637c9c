import { ownPlugin } from '@loadout/core';
import { optionsSchema } from './options.js';
import { scriptProvider } from './script-provider.js';

/** The public names, by hand: adding one is a decision. */
export { type CassetteModel, cassetteProvider, readCassette } from './cassette/cassette-provider.js';
export type { Normalisation } from './cassette/normalise.js';
export { cassetteRecorder, recordCassette } from './cassette/record-cassette.js';
export { type RecordedResult, recordedResults } from './cassette/recorded-results.js';
export { comparedRequest } from './cassette/segments.js';
export { type TapedRequest, type TapedTurn, tapedRequest } from './cassette/tape.js';
export { errors, table as errorTable } from './errors.js';
export { checkScript } from './script/check-script.js';
export { loadScript } from './script/load-script.js';
export type { Place, Script, ScriptTurn } from './script/turn.js';
export { type ScriptedModel, scriptedModel } from './scripted-model.js';

export default ownPlugin({
  name: 'script',
  options: optionsSchema,
  setup: async ({ options, configDir }) => ({ model: await scriptProvider(options, { configDir }) }),
});
