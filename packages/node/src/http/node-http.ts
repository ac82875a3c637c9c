/**
 * `request` of `node:http`, taken without an `import`. An import reads every export of a module of Node, and from Node 22 on, `node:http` has
 * exports that load all of the runtime's `fetch`: up to 40 ms before the first request.
 */
export const { request } = process.getBuiltinModule('node:http');
