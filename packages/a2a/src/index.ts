/** The public names, by hand: adding one is a decision. `loadout serve http` loads the default export with the first request to `/a2a`. */
export { a2aDoor as default } from './a2a-door.js';
export { errors, table as errorTable } from './errors.js';
