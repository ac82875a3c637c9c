import { expect, it } from 'vitest';
import { checkHost, LOCAL_HOSTS } from './guard.js';

it('a name of the server counts in any case, in the flag and in the request', () => {
  const guard = { token: undefined, hosts: [...LOCAL_HOSTS, 'Agents.Example.com'] };
  for (const host of ['agents.example.com', 'AGENTS.example.com:8800', 'localhost:1'])
    expect(() => checkHost({ host, origin: `http://${host}` }, guard)).not.toThrow();
  for (const headers of [{ host: 'example.com' }, { host: 'localhost', origin: 'https://evil.example' }, {}])
    expect(() => checkHost(headers, guard)).toThrow(expect.objectContaining({ code: 'HTTP_HOST' }));
});
