/** The fence is a program of its own, beside the worker. */
export default { entry: ['src/index.ts', 'src/fence/fence.ts'] };
