import { describe, expect, it } from 'vitest';
import { isPermitted, readWorkspace, withoutUser } from './workspace.js';

describe('a workspace that is named', () => {
  it.each([
    ['git:https://example.com/team/app.git#main', 'https://example.com/team/app.git', 'main'],
    ['git:https://example.com/team/app.git', 'https://example.com/team/app.git', 'HEAD'],
    ['git:git@example.com:team/app.git#feature/one', 'git@example.com:team/app.git', 'feature/one'],
    ['git:ssh://git@example.com/app#v1.2', 'ssh://git@example.com/app', 'v1.2'],
    ['git:/srv/git/app.git#HEAD', '/srv/git/app.git', 'HEAD'],
  ])('is a remote and a ref: %s', (text, remote, ref) => {
    expect(readWorkspace(text)).toEqual({ remote, ref });
  });

  it.each([
    'https://example.com/app.git',
    'git:',
    'git:app',
    'git:-oProxyCommand=x',
    'git:ext::sh -c id',
    'git:ext::id',
    'git:fd::3',
    'git:host:-x',
    'git:ftp://example.com/app',
    'git:https://me:pw@example.com/app',
    'git:https://token@example.com/app',
    'git:ssh://git:pw@example.com/app',
    'git:https://example.com/a/../b',
    'git:https://example.com/a/%2e%2E/b',
    'git:/srv/$(id)',
    'git:/srv/app#-x',
    'git:/srv/app#a..b',
    'git:/srv/app#a b',
  ])('is refused: %s', (text) => {
    const attempt = () => readWorkspace(text);
    expect(attempt).toThrow(expect.objectContaining({ code: 'ENGINE_WORKSPACE' }));
    expect(attempt).not.toThrow(/pw|token/);
  });

  it('is permitted as a whole, or by a beginning that ends with a part of the address', () => {
    const remote = 'https://example.com/team/app.git';
    expect(isPermitted(remote, [remote])).toBe(true);
    expect(isPermitted(remote, ['https://example.com/team/'])).toBe(true);
    expect(isPermitted(remote, ['https://example.com/te', 'https://example.com/team/app'])).toBe(false);
    expect(isPermitted('https://example.com.evil/x', ['https://example.com'])).toBe(false);
    expect(isPermitted('git@host:app', ['git@host:'])).toBe(true);
  });

  it('has no password in an error', () => {
    expect(withoutUser("unable to access 'https://me:pw@example.com/app/': 403")).toBe(
      "unable to access 'https://example.com/app/': 403",
    );
  });
});
