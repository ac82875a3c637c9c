import { library } from '../../configs/tsup.js';

/** The SDK is bundled because one file loads several times as fast as its many; it is a chunk of its own, loaded for the first request. */
export default library({
  noExternal: ['@anthropic-ai/sdk'],
  // The client never uses these tools, but without this line a chunk would be written for them.
  external: [/\/agent-toolset\//],
  // The SDK's `Headers`: the runtime's would load all of `fetch`, which sends nothing here.
  inject: ['src/transport/headers.ts'],
});
