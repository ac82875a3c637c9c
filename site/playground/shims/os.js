export const homedir = () => '/home/you';
export const tmpdir = () => '/tmp';
export const platform = () => 'linux';
export const userInfo = () => ({ username: 'you', uid: 1000, gid: 1000, homedir: '/home/you', shell: '/bin/bash' });
export const hostname = () => 'playground';
export const availableParallelism = () => 1;
export const cpus = () => [{}];
export const release = () => '';
export const EOL = '\n';
export const constants = { signals: {} };

import * as all from './os.js';

export default all;
