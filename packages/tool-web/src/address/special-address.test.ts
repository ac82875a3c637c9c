import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { errors } from '../errors.js';
import { publicNetwork } from './network.js';
import { specialAddress } from './special-address.js';
import { targetOf } from './target.js';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '168.63.129.15',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '2001:4860:4860::8888',
  '2001:200::1',
  '2003::1',
  '3ffe::1',
  '2600::',
];

const SPECIAL = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff::1',
  '2606:4700::5efe:7f00:1',
  '2606:4700::200:5efe:a00:1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%lo',
  '2606:4700::1%lo',
  'fec0::1',
  'ff02::1',
];

describe('only addresses of the public internet are public (TOOL-FETCH-07)', () => {
  it.each(PUBLIC)('%s is', (address) => expect(specialAddress(address)).toBeUndefined());
  it.each(SPECIAL)('%s is not', (address) => expect(specialAddress(address)).toEqual(expect.any(String)));
  it.each(['', 'localhost', '127.1', '0x7f.1', '1.2.3', '1.2.3.4.5', '::g'])('%j is no address at all', (text) =>
    expect(specialAddress(text)).toEqual(expect.any(String)),
  );

  it('treats every address as special that another library does, over 40,000 addresses', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    const missed: string[] = [];
    for (let count = 0; count < 20_000; count++) {
      const v4 = Array.from({ length: 4 }, () => random(256)).join('.');
      const start = (random(2) === 0 ? 0x2000 + random(4) : random(65_536)).toString(16);
      const v6 = [start, ...Array.from({ length: 7 }, () => (random(3) === 0 ? 0 : random(65_536)).toString(16))].join(':');
      for (const address of [v4, v6])
        if (ipaddr.parse(address).range() !== 'unicast' && specialAddress(address) === undefined) missed.push(address);
    }
    expect(missed).toEqual([]);
  });
});

describe('a URL leads to what its text says to the URL standard, however it is written (TOOL-FETCH-07)', () => {
  const network = publicNetwork([]);

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127.0.0.1./',
    'https://[::]/',
    'https://[::1]:8443/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
    'https://[::ffff:169.254.169.254]/latest/meta-data/',
    'http://169.254.169.254/',
    'http:\\\\10.0.0.1\\x',
    'https://192.168.1.1:8080/',
  ])('%s is refused', (url) => expect(() => targetOf(url, network)).toThrow(/not a public address/));

  it.each([
    ['ftp://example.com/', /scheme is ftp/],
    ['file:///etc/passwd', /scheme is file/],
    ['data:text/plain,x', /scheme is data/],
    ['javascript:alert(1)', /scheme is javascript/],
    ['gopher://example.com/', /scheme is gopher/],
    ['https://user:secret@example.com/', /user name or a password/],
    ['https://user@example.com/', /user name or a password/],
    ['https://example.com:22/', /port 22/],
    ['https://example.com:25/', /port 25/],
    ['http://example.com:6667/', /port 6667/],
    ['example.com', /not an absolute URL/],
    ['/etc/passwd', /not an absolute URL/],
    ['', /not an absolute URL/],
    ['https://', /not an absolute URL/],
    ['https://exa mple.com/', /not an absolute URL/],
  ])('%s is refused (TOOL-FETCH-01)', (url, why) => expect(() => targetOf(url, network)).toThrow(why));

  it('a password is not repeated in the refusal', () => {
    expect(() => targetOf('https://user:hunter2@example.com/', network)).not.toThrow(/hunter2/);
  });

  it.each([
    ['http://example.com/a?b#c', 'https://example.com/a?b'],
    ['http://example.com:80/', 'https://example.com/'],
    ['http://example.com:8080/', 'https://example.com:8080/'],
    ['HTTPS://EXAMPLE.com', 'https://example.com/'],
    ['https://exämple.com/ü', 'https://xn--exmple-cua.com/%C3%BC'],
  ])('%s becomes %s (TOOL-FETCH-01)', (url, target) => expect(targetOf(url, network).href).toBe(target));
});

describe('a host that the options allow', () => {
  const network = publicNetwork(['localhost:3000', '127.0.0.1', '[::1]:80', 'Intranet.Example']);

  it.each([
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
    ['http://127.0.0.1:9999/', 'http://127.0.0.1:9999/'],
    ['http://[::1]/', 'http://[::1]/'],
    ['http://intranet.example/', 'http://intranet.example/'],
  ])('%s stays http and is let through', (url, target) => expect(targetOf(url, network).href).toBe(target));

  it.each(['http://127.0.0.2/', 'http://[::1]:81/', 'http://127.0.0.1:22/'])(
    'it is that host and port alone: %s is refused',
    (url) => expect(() => targetOf(url, network)).toThrow(),
  );

  it.each(['http://localhost:3001/', 'http://x.localhost:3000/', 'http://localhost.evil.example:3000/'])('%s is not it', (url) =>
    expect(targetOf(url, network).protocol).toBe('https:'),
  );

  it.each(['', 'http://x', 'a/b', 'a:b', '*', 'a@b', 'x:999999'])('the entry %j is refused with its text', (entry) =>
    expect(() => publicNetwork([entry])).toThrow(
      errors.WEB_OPTION_INVALID({ option: 'allowHosts', value: entry, problem: 'it is neither a host nor host:port' }).message,
    ),
  );
});
