/**
 * API keys, for apps.
 *
 * Functions that take the id of a user do not check permissions: take the id from the session, never
 * from the request, and ask for a fresh proof before a change. `create` takes the request and checks
 * all of it itself. Those that take a membership read it again.
 *
 * @module
 */

import { checkDemands, type Rules } from "../../base/demands.ts";
import { lazy } from "../../base/lazy.ts";
import { AccessDenied, ProofRequired } from "../../errors.ts";
import { boundTo } from "../../server/sign_in.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import { assertMayChange } from "../../session/visitor.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { makeAppCall, makeKeysCall } from "./settings.ts";
import { OVERLAP } from "./stored.ts";
import type { ApiKey, ApiKeyOptions, KeyRefusal, NewApiKey } from "./typed.ts";
import { createUserKey, refusal, revokeUserKey, rotateUserKey, userKeys } from "./user_keys.ts";

type OfOrganizations = typeof import("./organization_keys.ts");

/** Options that narrow a key. One that is present without a value is refused. */
const RULES: Rules<keyof ApiKeyOptions> = {
  name: "free",
  scopes: "value",
  expiresIn: "value",
  organization: "text",
};

// Loaded by apps with organizations alone.
const ofOrganizations = lazy(() => import("./organization_keys.ts"));

/** See `KeyFunctions.create`. */
export async function create(
  config: ServerConfig,
  request: Request,
  options: ApiKeyOptions,
): Promise<NewApiKey | KeyRefusal> {
  checkDemands("create the key", options, RULES);
  const auth = await boundTo(config).of(request);
  return await auth.change("keys", async (ctx) => {
    const visitor = await liveVisitor(ctx);
    if (!visitor) return refusal("signed-out", auth.signInUrl(auth.returnUrl));
    try {
      assertMayChange(visitor, "create-key");
    } catch (error) {
      if (error instanceof ProofRequired) {
        const location = await auth.requireProof(error.requirement) ?? undefined;
        return refusal("proof-too-weak", location);
      }
      if (error instanceof AccessDenied) return refusal("forbidden");
      throw error;
    }
    const by = { visitor, back: auth.returnUrl };
    return await createUserKey(makeKeysCall(ctx.config, ctx.request), visitor.userId, options, by);
  });
}

/** See `KeyFunctions.createFor`. */
export async function createFor(
  config: ServerConfig,
  userId: string,
  options: ApiKeyOptions,
): Promise<NewApiKey | KeyRefusal> {
  checkDemands("create the key", options, RULES);
  return await createUserKey(makeAppCall(config), userId, options);
}

/** See `KeyFunctions.list`. */
export async function list(config: ServerConfig, userId: string): Promise<readonly ApiKey[]> {
  return await userKeys(makeAppCall(config), userId);
}

/** See `KeyFunctions.revoke`. */
export async function revoke(
  config: ServerConfig,
  userId: string,
  id: string,
): Promise<boolean> {
  return await revokeUserKey(makeAppCall(config), userId, id);
}

/** See `KeyFunctions.rotate`. */
export async function rotate(
  config: ServerConfig,
  userId: string,
  id: string,
  overlap: number = OVERLAP,
): Promise<NewApiKey | KeyRefusal> {
  return await rotateUserKey(makeAppCall(config), userId, id, overlap);
}

function later<Name extends keyof OfOrganizations>(name: Name): OfOrganizations[Name] {
  const run = async (...rest: unknown[]) => {
    const found: OfOrganizations = await ofOrganizations();
    return await (found[name] as (...rest: unknown[]) => Promise<unknown>)(...rest);
  };
  return run as unknown as OfOrganizations[Name];
}

/** See `KeyFunctions.createForOrganization`. */
export const createForOrganization = later("createForOrganization");

/** See `KeyFunctions.listOfOrganization`. */
export const listOfOrganization = later("listOfOrganization");

/** See `KeyFunctions.revokeOfOrganization`. */
export const revokeOfOrganization = later("revokeOfOrganization");

/** See `KeyFunctions.rotateOfOrganization`. */
export const rotateOfOrganization = later("rotateOfOrganization");

/** See `KeyFunctions.createService`. */
export const createService = later("createService");

/** See `KeyFunctions.listServices`. */
export const listServices = later("listServices");

/** See `KeyFunctions.deleteService`. */
export const deleteService = later("deleteService");
