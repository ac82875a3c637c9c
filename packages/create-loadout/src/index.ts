/** The public names, by hand: adding one is a decision. */
export { type Created, type CreateOptions, createProject } from './create-project.js';
export { errors, table as errorTable } from './errors.js';
export { type Template, templates } from './templates.js';
