/**
 * The module of an app → what its pages and emails look like.
 *
 * @module
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecord } from "../../base/objects.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { Theme } from "../../types/options.ts";
import { load } from "../doctor/load.ts";

/** The members of a config that decide how pages and emails look. */
export interface AppLook extends Pick<AuthConfig, "languages" | "texts"> {
  /** The theme. */
  theme: Theme;
  /** Sentence about what is wrong with the module. */
  error?: string;
}

/** Reads `theme` of a module, else that of the config that it makes; never throws. */
export async function readApp(path: string | undefined): Promise<AppLook> {
  if (path === undefined) return { theme: {} };
  const file = resolve(path);
  const { configs: [found], results } = await load(file);
  if (found) {
    const { theme = {}, languages, texts } = found.config;
    return { theme, languages, texts };
  }
  const failure = results.find((one) => "id" in one && one.id === "module-failed");
  if (failure && "message" in failure) return { theme: {}, error: failure.message };
  // A module without a config has been loaded to its end.
  const { theme } = await import(pathToFileURL(file).href);
  return isRecord(theme)
    ? { theme }
    : { theme: {}, error: `${path} exports no \`theme\`, and makes no config` };
}
