const strings = { type: 'array', items: { type: 'string' } } as const;
const stringMap = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    servers: {
      type: 'object',
      description: 'MCP servers by key; the key is part of the names of their tools.',
      default: {},
      additionalProperties: {
        type: 'object',
        properties: {
          type: { type: 'string', enum: ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse'] },
          bundle: { type: 'string', description: 'SHA-256 of a bundle that loadout lock unpacked. Its folder is {__dirname}.' },
          bundleFile: {
            type: 'string',
            description: 'The zip file of this bundle, which a start unpacks if it is not there yet.',
          },
          command: { type: 'string', description: 'The program of a stdio server.' },
          args: strings,
          env: { ...stringMap, description: 'Added to the environment that its process gets.' },
          cwd: { type: 'string', description: 'Relative to the working directory of the session.' },
          url: { type: 'string', description: 'The address of an http or sse server.' },
          headers: stringMap,
          headersHelper: { type: 'string', description: 'A shell command that prints a JSON object of headers.' },
          timeout: {
            type: 'integer',
            minimum: 1,
            description: 'Milliseconds for one request, counted anew at each progress. Below 1000 it is ignored. Default: 60000.',
          },
          maxTimeout: {
            type: 'integer',
            minimum: 1,
            description: 'Milliseconds for one request, whatever progress it tells. Default: 3600000.',
          },
          startTimeout: {
            type: 'integer',
            minimum: 1,
            description: 'Milliseconds that the first request waits for its tools. Default: 60000.',
          },
          start: {
            type: 'string',
            enum: ['lazy', 'eager', 'required'],
            description:
              'eager: before the first request; required: also ends the run if that fails; lazy: at its first use. Default: eager, but for a server whose tools are pinned and known.',
          },
          tools: { type: 'object', properties: { allow: strings, deny: strings }, additionalProperties: false },
          alwaysLoad: { type: 'boolean', description: 'true: its tools are never behind ToolSearch; false: they always are.' },
          instructions: { type: 'boolean', description: 'false: what the server says about its use does not reach the model.' },
          sampling: {
            type: 'boolean',
            description: 'true: it may have the model answer for it, at the cost of the run. Default false.',
          },
          oauth: {
            type: 'object',
            description: 'For an authorization server that registers no clients by itself.',
            properties: {
              clientId: { type: 'string' },
              clientSecret: { type: 'string' },
              callbackPort: { type: 'integer', minimum: 1, maximum: 65_535 },
              scopes: { type: 'string', description: 'Parted by spaces.' },
            },
            additionalProperties: false,
          },
          disabled: { type: 'boolean' },
        },
        additionalProperties: false,
      },
    },
    instances: {
      type: 'object',
      description: 'Servers of this process, by key. Only code can give them.',
      additionalProperties: true,
    },
    approved: {
      type: 'object',
      description:
        'Fingerprints of tools by server and tool, as `loadout lock` writes them. Others of these servers are not offered.',
      additionalProperties: stringMap,
    },
  },
  additionalProperties: false,
} as const;
