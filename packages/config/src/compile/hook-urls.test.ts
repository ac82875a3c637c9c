import { afterAll, beforeAll, expect, it } from 'vitest';
import { load, makeSandbox, problems } from '../load/sandbox.fixture.js';
import { commonUrls } from './hook-urls.js';

const sandbox = makeSandbox();
beforeAll(() => {
  const urls = { type: 'array', items: { type: 'string' } };
  sandbox.install('@loadout/hooks', { options: { type: 'object', properties: { allowedHttpHookUrls: urls } } });
});
afterAll(() => sandbox.remove());

it.each([
  [['https://a.test/*'], ['https://a.test/*'], ['https://a.test/*']],
  [['https://*.a.test/*'], ['https://x.a.test/hooks/*', 'https://b.test/*'], ['https://x.a.test/hooks/*']],
  [['https://x.a.test/hooks/one'], ['*'], ['https://x.a.test/hooks/one']],
  [['a.test'], ['http://a.test:8080/x', 'https://a.test/y?z=1'], ['http://a.test:8080/x', 'https://a.test/y?z=1']],
  [['a.test:8080'], ['a.test'], ['a.test:8080']],
  [['https://a.test/*'], ['a.test'], ['https://a.test/*']],
  [['https://a.test/*'], ['http://a.test/*'], []],
  [['https://a.test/hooks/*'], ['https://a.test/*/one'], []],
  [['https://*.a.test/*'], ['https://evil.test/x.a.test/*', 'https://a.test/*'], []],
  [[], ['*'], []],
])('the intersection of %j and %j is %j (HOOK-19)', (one, other, both) => {
  expect(commonUrls(one, other)).toEqual(both);
  expect(commonUrls(other, one)).toEqual(both);
});

it('no layer widens the URLs of http hooks: managed, user, extended files, the file, the plugin (HOOK-19)', async () => {
  const cwd = sandbox.project({
    'managed.yaml': 'allowedHttpHookUrls: ["https://*.a.test/*", "https://b.test/*"]\n',
    'user.yaml': 'allowedHttpHookUrls: ["https://hooks.a.test/*", "https://b.test/*", "https://c.test/*"]\n',
    'base.yaml': 'allowedHttpHookUrls: ["https://hooks.a.test/*", "https://b.test/x"]\n',
    'agent.config.yaml':
      'extends: ./base.yaml\nallowedHttpHookUrls: ["https://hooks.a.test/one", "https://b.test/*", "https://d.test/*"]\nplugins: { hooks: { use: "@loadout/hooks", options: { allowedHttpHookUrls: ["*.a.test"] } } }\nagents: { x: {} }\n',
  });
  const settings = { userFile: `${cwd}/user.yaml`, managedFile: `${cwd}/managed.yaml` };
  expect((await load(cwd, settings)).plan.allowedHttpHookUrls).toEqual(['https://hooks.a.test/one']);
});

it('http hooks may be sent anywhere by default, and nowhere with an empty list (HOOK-19)', async () => {
  const of = async (text: string) => (await load(sandbox.project({ 'agent.config.yaml': text }))).plan;
  expect(await of('agents: { x: {} }\n')).not.toHaveProperty('allowedHttpHookUrls');
  expect((await of('allowedHttpHookUrls: []\nagents: { x: {} }\n')).allowedHttpHookUrls).toEqual([]);
});

it('neither null nor a longer list widens the list of an extended file (HOOK-19)', async () => {
  const cwd = sandbox.project({
    'base.yaml': 'allowedHttpHookUrls: ["https://a.test/*"]\n',
    'agent.config.yaml': 'extends: ./base.yaml\nallowedHttpHookUrls: null\nagents: { x: {} }\n',
  });
  expect(await problems(cwd)).toEqual(['CONFIG_ONLY_NARROWS allowedHttpHookUrls']);
});

it('.claude/settings.json can set the list, and the file only narrows it (HOOK-19, CFG-13)', async () => {
  const cwd = sandbox.project({
    '.claude/settings.json': '{"allowedHttpHookUrls": ["https://a.test/*"]}',
    '.claude/settings.local.json': '{"allowedHttpHookUrls": ["https://b.test/*"]}',
    'agent.config.yaml': 'compat: [settings]\nallowedHttpHookUrls: ["https://b.test/x", "https://c.test/*"]\nagents: { x: {} }\n',
  });
  expect((await load(cwd)).plan.allowedHttpHookUrls).toEqual(['https://b.test/x']);
});
