/** Returns the reasons not to begin a publication. `lines` has the versions of the packages of each line. `config` is what `npm config list --json` says, without values of keys. */
export function refusals({ env, lines, npmrc, pending, isClean, tools }) {
  const byTrust = env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined;
  const tokens = ['NPM_TOKEN', 'NODE_AUTH_TOKEN', 'NPM_CONFIG__AUTHTOKEN', 'npm_config__authtoken'].filter((name) => env[name]);
  const inFile = /_authToken|_auth=|_password/.test(npmrc);
  return [
    ...(byTrust && tokens.length > 0
      ? [`${tokens.join(', ')} would silently win over trusted publishing. Remove the secret from the job.`]
      : []),
    ...(byTrust && inFile ? ['An .npmrc holds a token, which would silently win over trusted publishing. Remove it.'] : []),
    ...(env.CI !== undefined && !byTrust
      ? ['The job has no "id-token: write", and tokens are not for CI. Add the permission.']
      : []),
    ...(byTrust && below(tools.node, '22.14.0') ? [`Trusted publishing needs Node 22.14, and this is ${tools.node}.`] : []),
    ...(byTrust && below(tools.npm, '11.5.1') ? [`Trusted publishing needs npm 11.5.1, and this is ${tools.npm}.`] : []),
    ...lines
      .map((versions) => [...new Set(versions)])
      .filter((versions) => versions.length > 1)
      .map((versions) => `Packages of one line have several versions: ${versions.join(', ')}. Run: npm run release:version`),
    ...(pending.length === 0 ? [] : [`${pending.length} changesets are not in a version yet. Run: npm run release:version`]),
    ...(isClean ? [] : ['The checkout has changes that no commit has.']),
  ];
}

function below(version, least) {
  const [own, other] = [version, least].map((text) => text.split('.').map(Number));
  const at = own.findIndex((part, index) => part !== other[index]);
  return at !== -1 && own[at] < other[at];
}
