/** The public names of the entry `@loadout/node/http/send`, which loads `node:http`: for the moment of the first request. */
export { proxyFor } from './proxy-for.js';
export { type Outgoing, sender } from './send.js';
