import type { SdkTool, ToolSchema } from '../tool.js';
import type {
  ContextUsage,
  ControlRequest,
  GetUsageResult,
  InitializeResult,
  InterruptReceipt,
  McpReadResourceResult,
  ReadFileResult,
  ReloadOutputStylesResult,
  ReloadPluginsResult,
  ReloadSkillsResult,
  SetPermissionModeResult,
} from './control.js';
import type { McpHttpServerConfig, McpSdkServerConfigWithInstance, McpServerConfig, McpStdioServerConfig } from './mcp.js';
import type { SDKAssistantMessage } from './messages.js';
import type { Options } from './options.js';
import type { PermissionUpdate } from './permissions.js';
import type { ApiUsage } from './usage.js';

/** Types whose names differ in the Claude Agent SDK. */
export type SDKControlRequest = ControlRequest;
export type SDKControlInitializeResponse = InitializeResult;
export type SDKControlInterruptResponse = InterruptReceipt;
export type SDKControlGetContextUsageResponse = ContextUsage;
export type SDKContextUsage = ContextUsage;
export type SDKContextUsageCategory = ContextUsage['categories'][number];
export type SDKControlGetUsageResponse = GetUsageResult;
export type SDKUsageReport = Pick<GetUsageResult, 'session' | 'rate_limits'>;
export type SDKControlMcpReadResourceResponse = McpReadResourceResult;
export type SDKControlReadFileResponse = ReadFileResult;
export type SDKControlSetPermissionModeResponse = SetPermissionModeResult;
export type SDKControlReloadOutputStylesResponse = ReloadOutputStylesResult;
export type SDKControlReloadPluginsResponse = ReloadPluginsResult;
export type SDKControlReloadSkillsResponse = ReloadSkillsResult;

export type McpSSEServerConfig = McpHttpServerConfig & { readonly type: 'sse' };
export type McpSdkServerConfig = Omit<McpSdkServerConfigWithInstance, 'instance'>;
export type McpServerConfigForProcessTransport = McpStdioServerConfig | McpHttpServerConfig | McpSdkServerConfig;
export type McpServerStatusConfig = McpServerConfigForProcessTransport;
export type AgentMcpServerSpec = string | Record<string, McpServerConfig>;
export type SdkMcpToolDefinition<S extends ToolSchema = ToolSchema> = SdkTool<S>;
export type AnyZodRawShape = ToolSchema;
export type SdkPluginConfig = NonNullable<Options['plugins']>[number];
export type SdkBeta = 'context-1m-2025-08-07';

export type EffortLevel = 'low' | 'medium' | 'high' | 'xhigh' | 'max';
export type ThinkingConfig = NonNullable<Options['thinking']>;
export type ThinkingAdaptive = ThinkingConfig & { readonly type: 'adaptive' };
export type ThinkingEnabled = ThinkingConfig & { readonly type: 'enabled' };
export type ThinkingDisabled = ThinkingConfig & { readonly type: 'disabled' };
export type OutputFormat = NonNullable<Options['outputFormat']>;
export type JsonSchemaOutputFormat = OutputFormat;
export type BaseOutputFormat = Pick<OutputFormat, 'type'>;
export type OutputFormatType = OutputFormat['type'];
export type OnElicitation = NonNullable<Options['onElicitation']>;
export type SandboxSettings = NonNullable<Options['sandbox']>;

export type PermissionBehavior = 'allow' | 'deny' | 'ask';
export type PermissionRuleValue = Extract<PermissionUpdate, { readonly rules: unknown }>['rules'][number];
export type PermissionUpdateDestination = PermissionUpdate['destination'];
export type ApiKeySource = string;
export type ConfigScope = 'local' | 'user' | 'project';

export type SDKAssistantMessageError = NonNullable<SDKAssistantMessage['error']>;
export type NonNullableUsage = ApiUsage;
export type SDKMessageOrigin = { readonly kind: string };
