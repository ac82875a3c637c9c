export declare function firstPartyTexts(): Record<string, string>;
export declare function firstPartyPackages(): readonly string[];
