/** The chunk of the clouds, loaded for the first request to one. */
export { createCloudClient } from './cloud-client.js';
export { CredentialChain } from './credential-chain.js';
