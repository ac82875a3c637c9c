import type { JsonSchema } from '@loadout/core';

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };
const textMap: JsonSchema = { type: 'object', additionalProperties: text };
const number: JsonSchema = { type: 'number' };
const yesOrNo: JsonSchema = { type: 'boolean' };
const anyMap: JsonSchema = { type: 'object' };

const map = (properties: Readonly<Record<string, JsonSchema | boolean>>, more: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const oneOrMore = (one: JsonSchema): JsonSchema => ({ anyOf: [one, { type: 'array', items: one }] });

const path: JsonSchema = { type: 'string', pattern: '^\\./' };
const markdown: JsonSchema = { type: 'string', pattern: '^\\./.*\\.md$' };
const folder: JsonSchema = { type: 'string', pattern: '^\\.(?:/|$)' };

/** A command has a file, or its text. */
const command = map(
  { source: path, content: text, description: text, argumentHint: text, model: text, allowedTools: texts },
  {
    oneOf: [
      { type: 'object', required: ['source'] },
      { type: 'object', required: ['content'] },
    ],
  },
);
const program = map({ command: text, args: texts, env: textMap }, { required: ['command'] });
const url: JsonSchema = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:\\S+$|\\$\\{' };
const address = map(
  { type: { enum: ['http', 'sse', 'ws', 'streamable-http'] }, url, headers: textMap },
  { required: ['type', 'url'] },
);
const servers: JsonSchema = { type: 'object', additionalProperties: { anyOf: [program, address] } };
const bundle: JsonSchema = { type: 'string', pattern: '^(?:\\./|https?://)' };

const hookOf = (type: string, ...required: readonly string[]): JsonSchema =>
  map(
    { type: { const: type }, timeout: number, ...Object.fromEntries(required.map((key) => [key, text])) },
    { required: ['type', ...required] },
  );
const hook: JsonSchema = {
  anyOf: [
    ...[hookOf('command', 'command'), hookOf('prompt', 'prompt'), hookOf('agent', 'prompt')],
    ...[hookOf('http', 'url'), hookOf('mcp_tool', 'server', 'tool')],
  ],
};
const groups: JsonSchema = {
  type: 'array',
  items: map({ matcher: text, hooks: { type: 'array', items: hook } }, { required: ['hooks'] }),
};
/** Claude Code leaves out a hook of another event that it cannot read, with a warning. */
const hooks = { PreToolUse: groups, PermissionRequest: groups };
const languageServer = map(
  {
    ...{ command: { type: 'string', minLength: 1 }, args: texts, env: textMap, transport: { enum: ['stdio', 'socket'] } },
    extensionToLanguage: {
      type: 'object',
      minProperties: 1,
      propertyNames: { type: 'string', pattern: '^\\.' },
      additionalProperties: text,
    },
    ...{ initializationOptions: true, settings: true, workspaceFolder: text, startupTimeout: number, shutdownTimeout: number },
    ...{ restartOnCrash: yesOrNo, maxRestarts: number },
  },
  { required: ['command', 'extensionToLanguage'], additionalProperties: false },
);
const option = map(
  {
    ...{ type: { enum: ['string', 'number', 'boolean', 'directory', 'file'] }, title: text, description: text },
    ...{ required: yesOrNo, default: true, multiple: yesOrNo, sensitive: yesOrNo, min: number, max: number },
  },
  { required: ['type', 'title', 'description'], additionalProperties: false },
);
const monitor = map({ name: text, command: text, description: text, when: text }, { required: ['name', 'command'] });
const monitors = oneOrMore({ anyOf: [path, monitor] });
const dependency: JsonSchema = { anyOf: [text, map({ name: text, marketplace: text, version: text }, { required: ['name'] })] };

/** The form of `plugin.json`, as Claude Code has it. */
export const MANIFEST = map(
  {
    ...{ $schema: text, name: { type: 'string', pattern: '^\\S+$' }, version: text, description: text, displayName: text },
    author: map({ name: text, email: text, url: text }, { required: ['name'] }),
    homepage: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:\\S+$' },
    ...{ repository: text, license: text, keywords: texts, icon: text, defaultEnabled: yesOrNo },
    dependencies: { type: 'array', items: dependency },
    commands: { anyOf: [path, { type: 'array', items: path }, { type: 'object', additionalProperties: command }] },
    ...{ agents: oneOrMore(markdown), skills: oneOrMore(folder), outputStyles: oneOrMore(path), workflows: oneOrMore(path) },
    hooks: oneOrMore({ anyOf: [path, map({ ...hooks, hooks: false })] }),
    mcpServers: oneOrMore({ anyOf: [bundle, servers] }),
    lspServers: oneOrMore({ anyOf: [path, { type: 'object', additionalProperties: languageServer }] }),
    userConfig: {
      type: 'object',
      propertyNames: { type: 'string', pattern: '^[A-Za-z_]\\w*$' },
      additionalProperties: option,
    },
    channels: { type: 'array', items: map({ server: text, displayName: text, userConfig: anyMap }, { required: ['server'] }) },
    ...{ experimental: map({ themes: oneOrMore(path), monitors }), themes: oneOrMore(path), monitors, settings: anyMap },
  },
  { required: ['name'] },
);

const fields = typeof MANIFEST.properties === 'object' ? (MANIFEST.properties as Readonly<Record<string, JsonSchema>>) : {};
const entry = map(
  { ...fields, source: { type: ['string', 'object'] }, category: text, tags: texts, strict: yesOrNo },
  { required: ['name', 'source'] },
);

/** The form of `marketplace.json`. */
export const MARKETPLACE = map(
  {
    ...{ $schema: text, name: { type: 'string', pattern: '^\\S+$' }, description: text, version: text },
    owner: map({ name: text, email: text, url: text }, { required: ['name'] }),
    metadata: map({ pluginRoot: text, version: text, description: text }),
    ...{ plugins: { type: 'array', items: entry }, renames: textMap },
  },
  { required: ['name', 'owner', 'plugins'] },
);

/** The form of `hooks/hooks.json`. */
export const HOOKS: JsonSchema = {
  anyOf: [map({ hooks: map(hooks) }, { required: ['hooks'] }), map({ hooks: map(hooks) }, { required: ['modules'] })],
};

/** The form of `.mcp.json`: with the servers under a key, or alone. */
export const SERVERS: JsonSchema = { anyOf: [map({ mcpServers: servers }, { required: ['mcpServers'] }), servers] };
