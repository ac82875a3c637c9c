/** Two entries: the API, and the engine for a host at the other end of a pipe. */
export default { entry: ['src/index.ts', 'src/engine.ts'] };
