/**
 * Auth.js.
 *
 * @module
 */

import { Auth, type AuthConfig, customFetch } from "@auth/core";
import { decode, encode } from "@auth/core/jwt";
import GitHub from "@auth/core/providers/github";
import { COMMON, type Provider, type Subject } from "./mod.ts";

export const peer: Subject = {
  createApp(overrides) {
    const config = { ...COMMON, ...overrides } as AuthConfig;
    return (request) => Auth(request, config) as Promise<Response>;
  },
  GitHub: (options) => GitHub(options) as Provider,
  customFetch,
  encode,
  decode,
};
