export { withOpenShells } from '../compat/open-shells.js';
export { compatContext, readCompat } from '../compat/read-compat.js';
export { readSkills } from '../skills/read-skills.js';
