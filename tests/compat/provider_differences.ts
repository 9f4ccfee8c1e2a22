/**
 * Where our providers differ from those of the compatible core, and why.
 *
 * @module
 */
import type { Described } from "./_providers.ts";
export const reasons = {} as const;
export const differences: Record<string, Partial<Record<keyof Described, keyof typeof reasons>>> = {};
export const NOT_YET: string[] = [];
