import { join } from 'node:path';

/** Variables with which a program reaches the network where a proxy stands before it, or one with certificates of its own. */
const NETWORK = /^(?:https?_proxy|no_proxy|all_proxy|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_FILE|SSL_CERT_DIR)$/i;

/**
 * The variables of somebody who installs our packages with npm: no key and no setting of a test, but the way to the network, and the
 * cache and settings of npm at this machine. `folder` takes the state of Loadout. Where the network needs a certificate that npm
 * does not have, `npm install` of npm 11 can wait for ever after its third attempt, in place of failing.
 */
export const npmEnv = (folder: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (NETWORK.test(name) ? [[name, value ?? '']] : [])),
  ),
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? folder,
  LOADOUT_STATE_DIR: join(folder, 'state'),
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_update_notifier: 'false',
});
