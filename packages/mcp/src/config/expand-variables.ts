import type { McpServerConfig } from './server-config.js';

/**
 * Expands `${NAME}` and `${NAME:-default}` in command, args, env, url and headers, as `.mcp.json` does. A variable that is not
 * set and has no default stays as written and is reported. Source: MCP-08.
 */
export function expandVariables(
  config: McpServerConfig,
  variables: Readonly<Record<string, string | undefined>>,
): { readonly config: McpServerConfig; readonly unset: readonly string[] } {
  const unset = new Set<string>();
  const text = (value: string) =>
    value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g, (whole, name: string, fallback: string | undefined) => {
      const found = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (found === undefined && fallback === undefined) unset.add(name);
      return found ?? fallback ?? whole;
    });
  const map = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));
  const expanded: McpServerConfig = {
    ...config,
    ...(config.command === undefined ? {} : { command: text(config.command) }),
    ...(config.args === undefined ? {} : { args: config.args.map(text) }),
    ...(config.env === undefined ? {} : { env: map(config.env) }),
    ...(config.url === undefined ? {} : { url: text(config.url) }),
    ...(config.headers === undefined ? {} : { headers: map(config.headers) }),
  };
  return { config: expanded, unset: [...unset] };
}
