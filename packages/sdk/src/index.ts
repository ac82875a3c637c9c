/** The public names, by hand: adding one is a decision. */
export { createSdkMcpServer, type SdkMcpServer, type SdkMcpServerOptions } from './create-sdk-mcp-server.js';
export { type SdkTool, type ToolArguments, type ToolExtra, type ToolExtras, type ToolSchema, tool } from './tool.js';
