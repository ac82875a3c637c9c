/** The error of a request that was closed before its answer came, without an error of its own. */
export const hungUp = () => Object.assign(new Error('the connection was closed without an answer'), { code: 'ECONNRESET' });
