import { type CanUseTool, ClaudeSDKClient, createSdkMcpServer, type Options, tool } from '@loadout/sdk';

// @tool("greet", "Greet someone by name", {"name": str})
const greetTool = tool('greet', 'Greet someone by name', { name: String }, async (args) => {
  return {
    content: [{ type: 'text', text: `Hello, ${args.name}! Welcome.` }],
  };
});

// demo_server = create_sdk_mcp_server("demo_tools", tools=[greet_tool])
const demoServer = createSdkMcpServer({ name: 'demo_tools', tools: [greetTool] });

/** `more` says where the test's API and folder are. */
export function client(canUseToolCallback: CanUseTool, more: Options) {
  const options: Options = {
    mcpServers: { demo_tools: demoServer },
    canUseTool: canUseToolCallback,
    model: 'haiku',
    maxTurns: 2,
    ...more,
  };
  return new ClaudeSDKClient(options);
}
