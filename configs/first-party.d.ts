export declare function firstPartyTexts(): Record<string, string>;
