/**
 * A test of the sign-in: the whole ceremony in the browser of who set the connection up, which ends on a
 * page with what would happen. Nobody is signed in, and nothing is created or proven. Its attempt has a
 * seal of its own, so that no test ends as a sign-in, and no sign-in as a test.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { hasProvenEvidence } from "../../accounts/unproven_address.ts";
import { codeOf, type FlowCode } from "../../config/capability.ts";
import { InvalidCheck, OAuthCallbackError, TooManyRequests } from "../../errors.ts";
import type { Attempt } from "../../flows/oauth/attempt.ts";
import { isStoreFailure } from "../../hooks/adapter.ts";
import { audit } from "../../hooks/audit.ts";
import { msFromNow } from "../../base/time.ts";
import type { Identity } from "../../types/identity.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { FailedTest } from "../../../pages/connections/step.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { act, actorFacts } from "../organizations/actor.ts";
import { type Membership, stateOf } from "../organizations/membership.ts";
import type { Refusal } from "../organizations/refusal.ts";
import { decide, roleAtSignIn } from "./admission.ts";
import { groupsIn } from "./attributes.ts";
import { ownerOfOrg, type TestData, type TestedSignIn, tests } from "./kinds.ts";
import { CHANGE, findOwn, isBusy } from "./owned.ts";
import { addressOf, asTest, makeProvider, vouch } from "./provider.ts";
import type { ConnectionOf, Steps } from "./protocol.ts";
import { refusal, type Refused, sentenceOf } from "./refusal.ts";
import { type ConnectionsCall, makeConnectionsCall, withConnections } from "./settings.ts";
import type { ConnectionRefusal } from "./typed.ts";

/** Milliseconds until a test has ended, and its result is forgotten. */
const TEST_MS = 15 * 60 * 1000;

/** Characters of the id of a test: base64url of 24 bytes. */
const ID_LENGTH = 32;

/** Most characters of an identifier that are shown. */
const MAX_SUBJECT = 1024;

/** Most groups that are shown. */
const MAX_GROUPS = 100;

/** Who begins a test, on which page. */
export interface Tester {
  /** The request. */
  readonly ctx: Context;
  /** The config as the app wrote it. */
  readonly config: ServerConfig;
  /** The one who acts. */
  readonly membership: Membership;
  /** Who that is: only this visitor sees the result. */
  readonly by: string;
  /** URL of the page. */
  url(query: Record<string, string>): string;
}

/** Begins a test; returns what the provider lacks where it cannot begin. */
export async function beginTest(
  { ctx, config, membership, by, url }: Tester,
  id: string,
): Promise<ResponseInternal | ConnectionRefusal | { readonly failed: FailedTest }> {
  type Begun = ResponseInternal | ConnectionRefusal | { readonly failed: FailedTest };
  return await act<Begun>(config, membership, {
    what: "test the sign-in of a connection",
    ...CHANGE,
  }, async (actor): Promise<Begun | Refusal | "too-many"> => {
    const data = await findOwn(actor, id);
    const call = withConnections(actor.call);
    const provider = data && await makeProvider(call, id, data);
    if (!provider) return refusal("unknown");
    if (await isBusy(actor)) return "too-many";
    const test = randomBase64url(24);
    const written: TestData = {
      ...{ org: actor.org, connection: id, key: data.key, by },
      ...{ isAnswered: false, result: null },
    };
    const value = { userId: ownerOfOrg(actor.org), expires: msFromNow(TEST_MS), data: written };
    await tests.add(call.records, test, value);
    const entry = { name: "connection.tested", organization: actor.org } as const;
    await audit(actor.call, { ...entry, ...actorFacts(actor) });
    const asked: Context = {
      ...ctx,
      provider: asTest(provider),
      // What the form of the page says is nothing for the provider.
      request: { ...ctx.request, providerId: id, query: {} },
      callbackUrl: url({ step: "tried", test }),
    };
    try {
      const { start } = await codeOf<FlowCode<ResolvedOAuthProvider>>(provider)!.flow();
      return await start!(asked, asTest(provider));
    } catch (error) {
      if (!isOfProvider(error)) throw error;
      return { failed: { lacks: "discovery", message: sentenceOf(error) } };
    }
  });
}

/** Returns `true` for what fails at the provider, or in its answer. */
function isOfProvider(error: unknown): error is Error {
  return !isStoreFailure(error) && !(error instanceof TooManyRequests);
}

/** Reads the answer to a test, keeps what was found for the page, and leads there. */
export async function finishTest(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  connection: ConnectionOf,
  { finish }: Pick<Steps, "finish">,
  { callbackUrl }: Attempt,
): Promise<{ redirect: string }> {
  const { data: { org, key } } = connection;
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const test = new URL(callbackUrl, ctx.request.origin).searchParams.get("test") ?? "";
  const change = async (next: (known: TestData) => TestData | undefined) => {
    let isOurs = false;
    await tests.update(call.records, test, (found) => {
      const data = found && found.data.org === org ? next(found.data) : undefined;
      isOurs = data !== undefined;
      return data && { userId: ownerOfOrg(org), expires: found!.expires, data };
    });
    return isOurs;
  };
  // Of any number of equal answers, one is read.
  const isFirst = await change((known) =>
    known.isAnswered ? undefined : { ...known, isAnswered: true }
  );
  if (!isFirst) return { redirect: callbackUrl };
  const own: Context = { ...ctx, provider: asTest(provider) };
  const result = await findResult(own, connection, finish);
  // One that another provider has answered says nothing about this connection.
  await change((known) => ({
    ...known,
    result: known.key === key ? result : { ...NOBODY, refused: refusedAs("changed") },
  }));
  return { redirect: callbackUrl };
}

const NOBODY: TestedSignIn = {
  subject: null,
  email: null,
  groups: null,
  role: null,
  as: null,
  refused: null,
};

function refusedAs(
  by: Refused,
  field: string | null = null,
  message = "",
): NonNullable<TestedSignIn["refused"]> {
  return { by, field, message };
}

async function findResult(
  ctx: Context,
  connection: ConnectionOf,
  finish: Steps["finish"],
): Promise<TestedSignIn> {
  let person = NOBODY;
  try {
    const found = await finish(ctx, ctx.provider as ResolvedOAuthProvider);
    if (!("account" in found)) throw new InvalidCheck("The answer belongs to no test");
    person = describe(ctx, found);
    return { ...person, ...await predict(ctx, connection, found) };
  } catch (error) {
    if (!isOfProvider(error)) throw error;
    return { ...person, refused: explain(error) };
  }
}

/** What the provider says about the person. */
function describe({ config }: Context, identity: Identity): TestedSignIn {
  const { own } = makeConnectionsCall(config);
  const { profile = {} } = identity;
  const groups = own.groups && groupsIn(own.groups.claim, profile);
  return {
    ...NOBODY,
    subject: String(profile.sub).slice(0, MAX_SUBJECT),
    email: addressOf(identity) ?? null,
    groups: groups ? [...groups].slice(0, MAX_GROUPS) : null,
  };
}

/** What a sign-in of this person would do now. */
async function predict(
  ctx: Context,
  connection: ConnectionOf,
  proven: Identity,
): Promise<Pick<TestedSignIn, "as" | "refused" | "role">> {
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const { store } = call.config;
  const identity = await vouch(ctx, connection, proven, true);
  const { provider, providerAccountId } = identity.account;
  const owner = await store.getUserByAccount({ provider, providerAccountId });
  const decided = await decide(call, connection, identity, owner, true);
  const refused = (by: Refused, field: string | null = null) => ({
    ...{ as: null, role: null },
    refused: refusedAs(by, field),
  });
  if (decided.as === "suspended") return refused("suspended");
  const address = addressOf(identity);
  const known = owner || !address ? null : await store.getUserByEmail(address);
  if (known && await hasProvenEvidence(call, store, known)) return refused("linked", "email");
  if (decided.as !== "member") return { as: decided.as, role: decided.role, refused: null };
  const role = await roleAtSignIn(call, connection, identity, decided.role);
  return role === null ? refused("role") : { as: "member", role, refused: null };
}

/** Which guarantee has refused, and by which part of the answer. */
function explain(error: Error): NonNullable<TestedSignIn["refused"]> {
  const { refused, field } = factsOf(error);
  const by = refused ?? (error instanceof OAuthCallbackError ? "provider" : "answer");
  return refusedAs(by, field, sentenceOf(error));
}

/** The facts in an error, or in what has led to it. */
function factsOf(error: unknown): { refused: Refused | undefined; field: string | null } {
  let refused: Refused | undefined;
  let field: unknown;
  for (let one: unknown = error, depth = 0; one && typeof one === "object" && depth < 8; depth++) {
    const { cause } = one as { cause?: unknown };
    const facts = typeof cause === "object" && cause !== null
      ? cause as Record<string, unknown>
      : {};
    refused ??= facts.refused as Refused | undefined;
    field ??= facts.field ?? facts.claim ?? facts.parameter;
    one = facts.err ?? cause;
  }
  const isName = typeof field === "string" && /^[\w.:/-]{1,200}$/.test(field);
  return { refused, field: isName ? field as string : null };
}

/** The result of a test, for who has begun it; `undefined` for one that there is not, or not any more. */
export async function readTest(
  { records }: Pick<ConnectionsCall, "records">,
  { membership, by }: Pick<Tester, "by" | "membership">,
  test: string,
): Promise<{ readonly id: string; readonly result: TestedSignIn | null } | undefined> {
  if (test.length !== ID_LENGTH || !/^[\w-]+$/.test(test)) return undefined;
  const data = (await tests.get(records, test))?.data;
  if (!data || data.org !== membership.organization.id || data.by !== by) return undefined;
  const isByLink = stateOf(membership).delegation !== undefined;
  return { id: data.connection, result: isByLink ? withheld(data.result) : data.result };
}

/** The reasons that say of an address that somebody has an account with it. */
const OF_ACCOUNTS: ReadonlySet<Refused | undefined> = new Set([
  ...["linked", "removed", "suspended"] as const,
]);

/** A result for a person without an account, to whom all of these are one. */
function withheld(result: TestedSignIn | null): TestedSignIn | null {
  if (!result || !OF_ACCOUNTS.has(result.refused?.by)) return result;
  return { ...result, refused: refusedAs("withheld") };
}
