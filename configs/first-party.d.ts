export interface FirstPartyPlugin {
  readonly mount: string;
  readonly use: string;
  readonly tools: readonly string[];
}

export function firstPartyPlugins(): readonly FirstPartyPlugin[];
export function firstPartyPackages(): readonly string[];
