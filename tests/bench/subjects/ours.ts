/**
 * This library.
 *
 * @module
 */

import { Auth, type AuthConfig, customFetch } from "../../../mod.ts";
import { decode, encode } from "../../../src/jwt.ts";
import GitHub from "../../../src/providers/github.ts";
import { COMMON, type Subject } from "./mod.ts";

export const ours: Subject = {
  createApp(overrides) {
    const config: AuthConfig = { ...COMMON, ...overrides };
    return (request) => Auth(request, config);
  },
  GitHub,
  customFetch,
  encode,
  decode,
};
