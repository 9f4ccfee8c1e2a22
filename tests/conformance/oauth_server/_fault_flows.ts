/**
 * What clients and users do while a call of the store fails, and what must hold afterwards.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { ownerOf } from "../../../src/records/owner.ts";
import type { Fail, FaultStore } from "../../flows/_fault_store.ts";
import type { Strategy } from "../../flows/_strategies.ts";
import { assertionOf, IDP, jwks, JWT_BEARER } from "./_assertions.ts";
import { ask, type Asked, GOOD, open, press, questionIn, toldIn } from "./_authorize.ts";
import { begin, CLIENTS as DEVICES, openBrowser, poll, type Shown } from "./_devices.ts";
import { CALLBACK, createServer, ISSUER, MCP, OPTIONS, SECRET, type ServerRig } from "./_rig.ts";
import {
  assertAsked,
  codeFields,
  createUser,
  grantTokensFor,
  refreshFields,
  type Tokens,
  WEB,
} from "./_tokens.ts";

/** An answer to a client, or to a browser. */
interface Told {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

/** The state of a flow before the act that fails. */
export interface Prepared {
  /** What must not be in an error. */
  readonly secrets: readonly string[];
  act(): Promise<Told>;
  /** Checks what followed, and goes on as an honest client or user. */
  follow(first: Told, title: string): Promise<void>;
}

/** A flow. */
export type FaultFlow = (rig: ServerRig, store: FaultStore) => Promise<Prepared>;

/** The client that needs no user at its side. */
const AGENT = { client_id: "agent", client_secret: SECRET };

const TARGETS = { [MCP]: ["project:read"], [ISSUER]: ["openid"] };

async function told(response: Response): Promise<Told> {
  const { status, headers } = response;
  return { status, text: await response.text(), location: headers.get("location") };
}

const tokensIn = ({ status, text }: Told): Tokens | undefined =>
  status === 200 ? JSON.parse(text) : undefined;

/** Asserts that a client is refused with an error of the protocol. */
function assertError({ status, text }: Told, errors: readonly string[], title: string): void {
  const { error } = JSON.parse(text);
  assert(status === 400 && errors.includes(error), `${title}: ${status} ${text}`);
}

/** Records of a kind that a user has. */
async function countOf({ reopened }: FaultStore, userId: string, kind: string): Promise<number> {
  return (await reopened.records.list(ownerOf(userId), kind)).length;
}

/** Asserts that what a client got counts, once, and that it can start over. */
async function assertOneFamily(
  rig: ServerRig,
  store: FaultStore,
  { userId, tokens, title }: { userId: string; tokens: Tokens | undefined; title: string },
): Promise<void> {
  const families = await countOf(store, userId, "oauth.refresh");
  assertEquals(families, tokens ? 1 : 0, `refresh tokens: ${title}`);
  if (tokens) {
    await assertAsked(rig, tokens.access_token, 200);
    const next = tokensIn(
      await told(
        await rig.post("oauth/token", refreshFields(tokens.refresh_token)),
      ),
    );
    assert(next, `the tokens go on: ${title}`);
    return;
  }
  const again = await grantTokensFor(rig, userId);
  await assertAsked(rig, again.access_token, 200);
}

async function code(rig: ServerRig, store: FaultStore): Promise<Prepared> {
  const userId = await createUser(rig);
  const text = await rig.code(userId, { targets: TARGETS });
  const act = async () => told(await rig.post("oauth/token", codeFields(text)));
  return {
    secrets: [text],
    act,
    async follow(first, title) {
      const second = await act();
      const tokens = tokensIn(first) ?? tokensIn(second);
      assert(!tokensIn(first) || !tokensIn(second), `used twice: ${title}`);
      if (!tokensIn(second)) assertError(second, ["invalid_grant"], title);
      // A code that is used again a moment later ends nothing.
      await assertOneFamily(rig, store, { userId, tokens, title });
    },
  };
}

async function refresh(rig: ServerRig, store: FaultStore): Promise<Prepared> {
  const userId = await createUser(rig);
  const { refresh_token, access_token } = await grantTokensFor(rig, userId, { targets: TARGETS });
  const act = async () => told(await rig.post("oauth/token", refreshFields(refresh_token)));
  return {
    secrets: [refresh_token, access_token],
    act,
    async follow(_first, title) {
      const second = await act();
      // Whatever became of the answer, the client gets the one successor, and the grant lives.
      const tokens = tokensIn(second);
      assert(tokens, `the next use of the same token: ${title}: ${second.text}`);
      await assertAsked(rig, access_token, 200);
      await assertOneFamily(rig, store, { userId, tokens, title });
    },
  };
}

const revokeOf = (name: "access_token" | "refresh_token"): FaultFlow => async (rig, store) => {
  const userId = await createUser(rig);
  const tokens = await grantTokensFor(rig, userId);
  const fields = { client_id: "own", token: tokens[name] };
  const act = async () => told(await rig.post("oauth/revoke", fields));
  return {
    secrets: [tokens.access_token, tokens.refresh_token],
    act,
    async follow(first, title) {
      if (first.status !== 200) assertEquals((await act()).status, 200, title);
      await assertAsked(rig, tokens.access_token, 401);
      const again = await told(await rig.post("oauth/token", refreshFields(tokens.refresh_token)));
      assertError(again, ["invalid_grant"], title);
      assertEquals(await countOf(store, userId, "oauth.refresh"), 0, title);
      // The consent stays: the client has ended its own tokens, and the user nothing.
      assertEquals(await countOf(store, userId, "oauth.grant"), 1, title);
      await assertAsked(rig, (await grantTokensFor(rig, userId)).access_token, 200);
    },
  };
};

const revokeGrant: FaultFlow = async (rig, store) => {
  const userId = await createUser(rig);
  const tokens = await grantTokensFor(rig, userId);
  const { id } = (await rig.auth.oauthServer.listGrants(userId))[0]!;
  const act = async () =>
    await rig.auth.oauthServer.revokeGrant(userId, id)
      .then(() => ({ status: 200, text: "{}", location: null }))
      .catch(() => ({ status: 503, text: '{"error":"none"}', location: null }));
  return {
    secrets: [],
    act,
    async follow(first, title) {
      if (first.status !== 200) await act();
      await assertAsked(rig, tokens.access_token, 401);
      const again = await told(await rig.post("oauth/token", refreshFields(tokens.refresh_token)));
      assertError(again, ["invalid_grant"], title);
      assertEquals(await countOf(store, userId, "oauth.grant"), 0, title);
    },
  };
};

/** A user answers the question; afterwards the same user goes through the whole flow. */
const consentOf = (step: "allow" | "deny", asked: Asked = GOOD): FaultFlow => async (rig) => {
  const browser = await open(rig);
  const page = await ask(browser, asked);
  // The token of the form is asked for before.
  await browser.csrf();
  const question = questionIn(page).request;
  const act = async () => {
    const { status, html, location } = await press(browser, page, step);
    return { status, text: html, location: location || null };
  };
  const exchange = async (location: string) =>
    await told(
      await rig.post("oauth/token", codeFields(new URL(location).searchParams.get("code")!, WEB)),
    );
  return {
    secrets: [question],
    act,
    async follow(first, title) {
      const isTold = first.location?.startsWith(CALLBACK) ?? false;
      if (isTold && step === "allow") {
        assert(tokensIn(await exchange(first.location!)), `the code counts: ${title}`);
      }
      // The same question gives no second code.
      const again = await act();
      const has = ({ location }: Told) => location?.startsWith(`${CALLBACK}?code=`) ?? false;
      assert(!has(first) || !has(again), `two codes: ${title}`);
      if (step === "deny") assert(!has(first) && !has(again), title);
      // The user starts over.
      const page = await ask(browser, asked);
      const answer = page.status === 200 ? await press(browser, page, "allow") : page;
      assert(toldIn(answer).code, `${title}: ${answer.location} ${answer.html.slice(0, 200)}`);
      const tokens = tokensIn(await exchange(answer.location));
      assert(tokens, title);
      await assertAsked(rig, tokens.access_token, 200);
    },
  };
};

/** The page of the question, or of a consent that is remembered. */
const arrive: FaultFlow = async (rig) => {
  const browser = await open(rig);
  await browser.csrf();
  const act = async () => {
    const { status, html, location } = await ask(browser);
    return { status, text: html, location: location || null };
  };
  return {
    secrets: [],
    act,
    async follow(_first, title) {
      const page = await ask(browser);
      const answer = await press(browser, page, "allow");
      assert(toldIn(answer).code, title);
    },
  };
};

const par: FaultFlow = async (rig) => {
  const browser = await open(rig);
  const { client_id: _, ...pushed } = GOOD;
  const act = async () => told(await rig.post("oauth/par", { ...pushed, ...WEB }));
  return {
    secrets: [WEB.client_secret as string],
    act,
    async follow(first, title) {
      const { status, text } = first.status === 201 ? first : await act();
      assertEquals(status, 201, title);
      const { request_uri } = JSON.parse(text);
      const page = await ask(browser, { client_id: "web", request_uri });
      assert(toldIn(await press(browser, page, "allow")).code, title);
    },
  };
};

const register: FaultFlow = async (rig) => {
  const metadata = { redirect_uris: [CALLBACK], client_name: "Acme" };
  const act = async () =>
    told(
      await rig.send("oauth/register", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(metadata),
      }),
    );
  return await Promise.resolve({
    secrets: [],
    act,
    async follow(first, title) {
      const { status, text } = first.status === 201 ? first : await act();
      assertEquals(status, 201, title);
      const { client_id, client_secret } = JSON.parse(text);
      // It is known, by its secret alone.
      for (const [secret, error] of [[client_secret, "invalid_grant"], ["x", "invalid_client"]]) {
        const fields = codeFields("none", { client_id, client_secret: secret });
        const { error: got } = await (await rig.post("oauth/token", fields)).json();
        assertEquals(got, error, title);
      }
    },
  });
};

const deviceBegin: FaultFlow = async (rig) => {
  const act = async () =>
    told(await rig.post("oauth/device", { client_id: "tv", scope: "project:read" }));
  return await Promise.resolve({
    secrets: [],
    act,
    async follow(first, title) {
      const { status, text } = first.status === 200 ? first : await act();
      assertEquals(status, 200, title);
      const device = JSON.parse(text);
      await (await openBrowser(rig)).allow(device.user_code);
      assert(tokensIn(await told(await poll(rig, device))), title);
    },
  });
};

/** Lets a device begin anew, up to its tokens. */
async function deviceAnew(rig: ServerRig, title: string): Promise<void> {
  const device = await begin(rig);
  await (await openBrowser(rig)).allow(device.user_code);
  const tokens = tokensIn(await told(await poll(rig, device)));
  assert(tokens, title);
  await assertAsked(rig, tokens.access_token, 200);
}

const toTold = ({ status, location, ...rest }: Shown): Told => ({
  status,
  text: JSON.stringify(rest),
  location: location ?? null,
});

const deviceStep = (step: "allow" | "deny" | "open"): FaultFlow => async (rig) => {
  const device = await begin(rig);
  const browser = await openBrowser(rig);
  if (step !== "open") await browser.press("open", device.user_code);
  const act = async () => toTold(await browser.press(step, device.user_code));
  return {
    secrets: [device.device_code],
    act,
    async follow(first, title) {
      const shown = (one: Told) => JSON.parse(one.text).step;
      if (step === "open") {
        if (shown(first) !== "device:ask") {
          assertEquals(shown(await act()), "device:ask", `the user tries again: ${title}`);
        }
      }
      const done = `device:${step === "deny" ? "denied" : "allowed"}`;
      const hasDone = step !== "open" && shown(first) === done;
      const again = hasDone ? first : toTold(
        await browser.press(step === "deny" ? "deny" : "allow", device.user_code),
      );
      const answer = await told(await poll(rig, device));
      if (shown(again) === done && step !== "deny") assert(tokensIn(answer), title);
      else if (step === "deny") assertError(answer, ["access_denied"], title);
      // The device is told to begin anew, and does not wait for nothing.
      else if (!tokensIn(answer)) assertError(answer, ["invalid_grant", "expired_token"], title);
      await deviceAnew(rig, title);
    },
  };
};

const deviceToken: FaultFlow = async (rig) => {
  const device = await begin(rig);
  await (await openBrowser(rig)).allow(device.user_code);
  const act = async () => told(await poll(rig, device));
  return {
    secrets: [device.device_code],
    act,
    async follow(first, title) {
      const second = await act();
      assert(!tokensIn(first) || !tokensIn(second), `used twice: ${title}`);
      if (!tokensIn(second)) assertError(second, ["invalid_grant"], title);
      await deviceAnew(rig, title);
    },
  };
};

const devicePoll: FaultFlow = async (rig) => {
  const device = await begin(rig);
  const act = async () => told(await poll(rig, device));
  return {
    secrets: [device.device_code],
    act,
    async follow(_first, title) {
      await (await openBrowser(rig)).allow(device.user_code);
      assert(tokensIn(await told(await poll(rig, device))), title);
    },
  };
};

/** A token for the client itself. */
const clientCredentials: FaultFlow = async (rig) => {
  const fields = { grant_type: "client_credentials", ...AGENT, scope: "project:read" };
  const act = async () => told(await rig.post("oauth/token", fields));
  return await Promise.resolve({
    secrets: [SECRET],
    act,
    async follow(first, title) {
      const tokens = tokensIn(first) ?? tokensIn(await act());
      assert(tokens, title);
      await assertAsked(rig, tokens.access_token, 200);
    },
  });
};

/** A token for a service that calls another one, from the token of a user. */
const exchange: FaultFlow = async (rig) => {
  const userId = await createUser(rig);
  const { access_token: subject } = await grantTokensFor(rig, userId);
  const fields = {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: subject,
    subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    ...AGENT,
  };
  const act = async () => told(await rig.post("oauth/token", fields));
  return {
    secrets: [SECRET, subject],
    act,
    async follow(first, title) {
      const tokens = tokensIn(first) ?? tokensIn(await act());
      assert(tokens, title);
      await assertAsked(rig, tokens.access_token, 200);
      // It ends with the access that it comes from.
      const { id } = (await rig.auth.oauthServer.listGrants(userId))[0]!;
      assert(await rig.auth.oauthServer.revokeGrant(userId, id), title);
      for (const token of [subject, tokens.access_token]) await assertAsked(rig, token, 401);
    },
  };
};

/** The assertion of an identity provider, which counts once. */
const assertion: FaultFlow = async (rig, store) => {
  const userId = await createUser(rig);
  const send = async (text: string) =>
    told(await rig.post("oauth/token", { grant_type: JWT_BEARER, ...AGENT, assertion: text }));
  const one = await assertionOf(userId);
  const act = () => send(one);
  return {
    secrets: [SECRET, one],
    act,
    async follow(first, title) {
      const second = await act();
      assert(!tokensIn(first) || !tokensIn(second), `used twice: ${title}`);
      if (!tokensIn(second)) assertError(second, ["invalid_grant"], title);
      const tokens = tokensIn(await send(await assertionOf(userId)));
      assert(tokens, title);
      await assertAsked(rig, tokens.access_token, 200);
      assertEquals(await countOf(store, userId, "oauth.grant"), 1, `grants: ${title}`);
    },
  };
};

/** The flows. */
export const FAULT_FLOWS: Readonly<Record<string, FaultFlow>> = {
  "code": code,
  "refresh token": refresh,
  "revocation by a refresh token": revokeOf("refresh_token"),
  "revocation by an access token": revokeOf("access_token"),
  "end of access": revokeGrant,
  "arrival": arrive,
  "consent": consentOf("allow"),
  "refusal": consentOf("deny"),
  "pushed request": par,
  "registration": register,
  "device that begins": deviceBegin,
  "device that waits": devicePoll,
  "code of a device, opened": deviceStep("open"),
  "code of a device, allowed": deviceStep("allow"),
  "code of a device, refused": deviceStep("deny"),
  "tokens of a device": deviceToken,
  "client credentials": clientCredentials,
  "exchange": exchange,
  "assertion": assertion,
};

/** Asserts that an error says nothing of the store, and nothing that opens anything. */
function assertClean({ status, text, location }: Told, secrets: readonly string[], title: string) {
  const isPage = location?.startsWith(`${ISSUER}/auth/error?`) ?? false;
  if (status < 500 && !isPage) return;
  assert(isPage || status === 503, `${title}: ${status} ${text}`);
  const said = [...secrets, "The store is down", "The answer was lost", "node_modules", ".ts:"];
  for (const one of said) {
    assertEquals(`${text} ${location}`.includes(one), false, `${title}: ${one}`);
  }
  if (isPage) return;
  if (text.startsWith("<")) assert(text.includes("<html"), title);
  else assert(Object.keys(JSON.parse(text)).length > 0, `${title}: ${text}`);
}

/** Lets a call of the store fail during a flow. */
export async function runFaultFlow(
  flow: FaultFlow,
  store: FaultStore,
  fail: Fail,
  strategy: Strategy,
): Promise<void> {
  const rig = createServer(
    {
      clients: {
        ...{ ...DEVICES, ...OPTIONS.clients, own: OPTIONS.clients.own },
        agent: { secret: SECRET, grants: ["client-credentials", "token-exchange", "jwt-bearer"] },
      },
      assertions: { [IDP]: { jwks, userOf: ({ sub }: { sub: string }) => sub } },
      registration: { dynamic: "open" },
    } as Parameters<typeof createServer>[0],
    {
      ...store.config,
      session: { strategy, revocation: {} },
      logger: { error() {}, warn() {}, debug() {} },
    } as Parameters<typeof createServer>[1],
  );
  const { secrets, act, follow } = await flow(rig, store);
  const failed = await fail(act);
  if (!failed) return;
  const { first, title } = failed;
  assertClean(first, secrets, title);
  await follow(first, title);
}
