/**
 * Clients of other projects at the authorization server: each signs in, refreshes, and is refused
 * once the user has ended what was given. Each is tried on `oidc-provider` too, so that a failure
 * here says something about this server.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { isChosen } from "../../_stride.ts";
import { ADA, type Judged } from "./_judged.ts";
import { startLive } from "./_live.ts";
import { startOracle } from "./_oracle.ts";
import { RELYING_APPS } from "./_relying_apps.ts";
import { HERE_ALONE, RELYING_PARTIES, type RelyingParty } from "./_relying_parties.ts";

/** The first ones run always. */
const QUICK = 2;

const parties = [...RELYING_PARTIES, ...RELYING_APPS].filter((_, index) =>
  isChosen(index < QUICK ? 0 : 1, 2)
);

/** Status of the place that the token is for. */
async function statusFor(site: Judged, { wants }: RelyingParty, token: string) {
  if (wants === "api") return await site.ask(token);
  const metadata = await (await fetch(`${site.issuer}/.well-known/openid-configuration`)).json();
  const response = await fetch(metadata.userinfo_endpoint, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.body?.cancel();
  return response.status;
}

/** The refusal, wherever the package has the code of the server. */
async function refusalOf(refresh: () => Promise<unknown>): Promise<string> {
  try {
    return `no refusal: ${await refresh()}`;
  } catch (error) {
    // deno-lint-ignore no-explicit-any -- each package has a class of its own
    const { message, error: code, data } = error as any;
    return [message, code, data?.payload?.error].join(" ");
  }
}

async function check(site: Judged, party: RelyingParty): Promise<void> {
  const held = await party.signIn(site);
  if (party.wants === "sign-in") assertEquals(held.subject, ADA.id);
  assert([200, null].includes(await statusFor(site, party, held.accessToken)));
  const next = await held.refresh();
  assertNotEquals(next, held.accessToken);
  assert([200, null].includes(await statusFor(site, party, next)));
  // The family goes on with the token that the refresh brought.
  const last = await held.refresh();
  await site.endGrants();
  for (const token of [held.accessToken, next, last]) {
    assert([401, null].includes(await statusFor(site, party, token)));
  }
  assertStringIncludes(await refusalOf(() => held.refresh()), "invalid_grant");
  // The end was that of the grant: the client can sign in again.
  assert((await party.signIn(site)).accessToken);
}

for (const start of [startLive, startOracle]) {
  Deno.test(`relying parties of other projects: ${start.name}`, async (t) => {
    await using site = await start();
    for (const party of start === startLive ? [...HERE_ALONE, ...parties] : parties) {
      await t.step(
        `${party.name} signs in, refreshes, and is refused after the end`,
        () => check(site, party),
      );
    }
  });
}
