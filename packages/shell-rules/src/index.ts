export { type AccessPlace, accessesOf, filledFrom } from './analyse/accesses.js';
export { type Analysis, analyse } from './analyse/analyse.js';
export { commandEnv } from './command-env.js';
export { explain } from './explain.js';
export { createMadeFolders, type MadeFolder, type MadeFolders } from './place/made-folders.js';
export { trustedProgram } from './place/planted-programs.js';
export { trustedPath } from './place/trusted-path.js';
