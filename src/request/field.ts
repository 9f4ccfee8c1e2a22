/**
 * Fields of posted forms.
 *
 * @module
 */

import type { Context } from "../types/internal.ts";

/** A field of the form; empty when it is absent or no text. */
export function fieldOf({ request }: Pick<Context, "request">, name: string): string {
  const value = request.body?.[name];
  return typeof value === "string" ? value : "";
}
