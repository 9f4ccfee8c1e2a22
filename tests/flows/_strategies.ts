/** Session strategies, for tests of both. */
export const STRATEGIES = ["jwt", "database"] as const;

/** Session strategy of an app. */
export type Strategy = (typeof STRATEGIES)[number];
