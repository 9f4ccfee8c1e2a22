import { assertEquals, assertRejects } from "@std/assert";
import { AuthError, customFetch, type OAuth2Config, type Profile } from "../../../../mod.ts";
import { InvalidCheck } from "../../../../src/errors.ts";
import { oauthFlow } from "../../../../src/flows/oauth/mod.ts";
import type { Identity } from "../../../../src/types/identity.ts";
import {
  ACME,
  APP,
  createTestContext,
  outgoing,
  providerOf,
  toCookieHeader,
} from "../../_context.ts";

const answers: typeof fetch = async (input, init) =>
  await Promise.resolve(
    new Request(input, init).url === ACME.token
      ? Response.json({ access_token: "a", token_type: "bearer" })
      : Response.json({ id: 7, name: "Ada" }),
  );

/** Starts, and finishes with an answer in query or form. */
async function signIn(
  overrides: Partial<OAuth2Config<Profile>> = {},
  as: "query" | "form" = "query",
) {
  const config = { providers: [{ ...ACME, [customFetch]: answers, ...overrides }] };
  const { ctx } = await createTestContext({
    path: "signin/acme",
    form: { callbackUrl: "/after" },
    config,
  });
  const { redirect } = await oauthFlow.start!(ctx, providerOf(ctx));
  const state = new URL(redirect!).searchParams.get("state")!;
  const answer = { code: "c", state };
  const back = await createTestContext({
    path: as === "query" ? `callback/acme?${new URLSearchParams(answer)}` : "callback/acme",
    ...as === "form" ? { form: answer } : {},
    cookie: toCookieHeader(ctx),
    config,
  });
  return { redirect, ctx: back.ctx };
}

Deno.test("oauthFlow needs no CSRF token to finish: the attempt's cookie replaces it", () => {
  assertEquals(oauthFlow.finishMethods, ["GET", "POST"]);
  assertEquals(oauthFlow.finishNeedsCsrf, undefined);
});

Deno.test("oauthFlow.finish() returns the user and the callback URL of the attempt", async () => {
  const { ctx } = await signIn();
  const identity = await oauthFlow.finish(ctx, providerOf(ctx)) as Identity;
  assertEquals(identity.user.name, "Ada");
  assertEquals(identity.account.providerAccountId, "7");
  assertEquals(ctx.callbackUrl, `${APP}/after`);
  assertEquals(outgoing(ctx).filter((line) => line.startsWith("-")).length, 1);
});

Deno.test("oauthFlow.finish() reads the answer only from the query, or with form_post from the form", async () => {
  const formPost = {
    authorization: { url: ACME.authorization, params: { response_mode: "form_post" } },
  };
  const posted = await signIn(formPost, "form");
  assertEquals(
    (await oauthFlow.finish(posted.ctx, providerOf(posted.ctx)) as Identity).user.name,
    "Ada",
  );
  for (const [overrides, as] of [[formPost, "query"], [{}, "form"]] as const) {
    const { ctx } = await signIn({ ...overrides, checks: ["state"] }, as);
    await assertRejects(
      () => oauthFlow.finish(ctx, providerOf(ctx)) as Promise<Identity>,
      InvalidCheck,
    );
  }
});

Deno.test("oauthFlow.start() wraps errors with the provider's id", async () => {
  const { ctx } = await createTestContext({
    path: "signin/idp",
    form: {},
    config: {
      providers: [{
        id: "idp",
        name: "IdP",
        type: "oidc",
        issuer: "https://idp.example",
        clientId: "c",
        [customFetch]: () => Promise.reject(new TypeError("unreachable")),
      }],
    },
  });
  const start = async () => await oauthFlow.start!(ctx, providerOf(ctx));
  const error = await assertRejects(start, AuthError, "Cannot start the sign-in");
  assertEquals(error.cause?.provider, "idp");
  const { message } = (error.cause?.err as Error).cause as Error;
  assertEquals(message, "Cannot reach https://idp.example: unreachable");
});
