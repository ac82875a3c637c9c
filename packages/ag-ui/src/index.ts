/** The public names, by hand: adding one is a decision. `loadout serve http` loads the default export with the first request to `/agui`. */
export { agUiDoor as default } from './ag-ui-door.js';
export { errors, table as errorTable } from './errors.js';
