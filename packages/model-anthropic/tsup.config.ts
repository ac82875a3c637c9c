import { library } from '../../configs/tsup.js';

/** The SDK is bundled because one file loads several times as fast as its many; it is a chunk of its own, loaded for the first request. */
export default library({
  noExternal: ['@anthropic-ai/sdk'],
  // Nothing of the client reaches these tools, but a chunk would be written for them all the same.
  external: [/\/agent-toolset\//],
});
