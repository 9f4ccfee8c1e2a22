import { assert, assertEquals } from "@std/assert";
import { findProvider } from "../../../src/hooks/providers.ts";
import type { ResolvedConfig } from "../../../src/types/internal.ts";
import type { ResolvedProvider } from "../../../src/types/resolved_provider.ts";
import { readSources } from "../_sources.ts";

const named = (id: string) => ({ id, name: id, type: "oidc" }) as unknown as ResolvedProvider;

function configWith(ask?: (asked: { id: string }) => unknown): ResolvedConfig {
  const topics = new Map(ask ? [["provider.named", [ask]]] : []);
  return { providers: new Map([["own", named("own")]]), topics } as unknown as ResolvedConfig;
}

Deno.test("findProvider() finds those of the config at once, and asks nobody about them", async () => {
  const asked: string[] = [];
  const config = configWith(({ id }) => {
    asked.push(id);
    return id === "sso-a" ? named(id) : undefined;
  });
  assertEquals((findProvider(config, "own") as ResolvedProvider).id, "own");
  assertEquals((await findProvider(config, "sso-a"))?.id, "sso-a");
  assertEquals(await findProvider(config, "other"), undefined);
  assertEquals(findProvider(config, undefined), undefined);
  assertEquals(asked, ["sso-a", "other"]);
});

Deno.test("findProvider() answers at once where no capability has providers", () => {
  assertEquals(findProvider(configWith(), "other"), undefined);
});

/** Files that look at the providers of the config alone, and why none of a capability counts there. */
const OF_CONFIG: Readonly<Record<string, string>> = {
  "src/accounts/import_row.ts": "accounts at connections are the directory's to say",
  "src/accounts/manage.ts": "a way that the app itself offers is left to the user",
  "src/accounts/unproven_address.ts":
    "an address that such a provider proved is noted with the user",
  "src/capabilities/connections/admission.ts": "an id of the config is none of a connection",
  "src/capabilities/connections/connection_id.ts": "a new id is none of the config",
  "src/capabilities/native/authorize.ts": "an app names a button of the sign-in page",
  "src/capabilities/native/id_token.ts": "the app lists the clients of such providers",
  "src/capabilities/organizations/policy.ts": "a policy must not depend on what it is about",
  "src/capabilities/sign_out/back_channel.ts": "customers' providers end no sessions",
  "src/capabilities/sign_out/leave.ts": "a sign-out ends here",
  "src/capabilities/tokens/provider_access_token.ts": "tokens of customers' providers are not kept",
  "src/config/resolve.ts": "makes the table",
  "src/core/actions/signin.ts": "forms of the page, by the providers that they come from",
  "src/core/actions/verify_request.ts": "an email provider",
  "src/core/step_up/providers.ts": "asks for the one that is not there",
  "src/core/step_up/step_up.ts": "words of an error",
  "src/flows/credentials.ts": "an email provider",
  "src/hooks/providers.ts": "the look-up itself",
  "src/hooks/recorder.ts": "labels of a counter must be few",
  "src/request/last_provider.ts": "a mark of a button",
};

Deno.test("findProvider() is asked wherever an id can be that of a capability's provider", async () => {
  const sources = (await readSources()).filter(({ path }) =>
    path.startsWith("src/") && !path.startsWith("src/tools/")
  );
  assert(sources.length > 300);
  const found = sources.filter(({ text }) => /\bproviders\.(?:get|has)\(/.test(text));
  assertEquals(found.map(({ path }) => path).sort(), Object.keys(OF_CONFIG).sort());
});
