/** Beside the API, the engine for who has a pipe in the place of a program. */
export default { entry: ['src/index.ts', 'src/engine.ts'] };
