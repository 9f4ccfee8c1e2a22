/**
 * The list of explained differences between this server and `oidc-provider`.
 *
 * @module
 */

import type { Verdict } from "./_differential.ts";
import { type Case, WORDS } from "./_differential_cases.ts";
import { SCOPES } from "./_judged.ts";

/** A difference that is as it should be. */
interface Difference {
  readonly reason: string;
  readonly isOf: (facts: Facts) => boolean;
}

interface Facts {
  readonly asked: Case;
  readonly ours: Verdict;
  readonly theirs: Verdict;
  /** Values of a parameter. */
  values(name: string): readonly string[];
}

const ACCEPTED: readonly Verdict[] = ["active", "ask", "code", "inactive", "ok"];

/** Refused, by an error or by a page; never an answer to a place that is not registered. */
const isRefusal = (verdict: Verdict) =>
  !ACCEPTED.includes(verdict.split(",")[0]!) && !verdict.startsWith("LED");
const isLong = (value: string) => value.length > 2048;
const isBrowser = ({ endpoint }: Case) => endpoint === "authorize" || endpoint === "par";

/** Names of parameters that are sent twice. */
const repeated = ({ asked: { fields } }: Facts) =>
  fields.map(([name]) => name).filter((name, index, all) => all.indexOf(name) !== index);

/** Refused here alone. */
const STRICTER: readonly Difference[] = [
  {
    reason: "A public client may not introspect: it proves nothing about itself (RFC 7662 §2.1)",
    isOf: ({ asked: { endpoint }, ours }) => endpoint === "introspect" && ours === "invalid_client",
  },
  {
    reason: "`state` and `nonce` have a longest length",
    isOf: ({ values, ours }) =>
      ours === "invalid_request" && [...values("state"), ...values("nonce")].some(isLong),
  },
  {
    reason: "`dpop_jkt` must be a SHA-256 in base64url (RFC 9449 §10)",
    isOf: ({ values, ours }) => ours === "invalid_request" && values("dpop_jkt").includes("bad"),
  },
  {
    reason: "`response_mode` is `query` or `form_post`",
    isOf: ({ values, ours }) =>
      ours === "invalid_request" &&
      values("response_mode").some((mode) => !["", "query", "form_post"].includes(mode)),
  },
  {
    reason: "`response_type` must be `code` exactly; there a word may be repeated",
    isOf: ({ values, ours }) =>
      ours === "unsupported_response_type" && values("response_type").includes("code code"),
  },
  {
    reason: "A request without a scope that is known is refused; there it asks for nothing",
    isOf: ({ asked, values, ours }) =>
      isBrowser(asked) && ours === "invalid_scope" &&
      values("scope").every((text) =>
        text.split(" ").every((name) => !name || !SCOPES.includes(name))
      ),
  },
  {
    reason: "A request that names a resource asks for one of its scopes at least",
    isOf: ({ asked, values, ours }) =>
      isBrowser(asked) && ours === "invalid_scope" && values("resource").some(Boolean) &&
      !values("scope").some((text) => text.includes("project:")),
  },
  {
    reason: "`scope` of a token request may only narrow, of a code too; there it is passed over",
    isOf: ({ asked: { endpoint }, values, ours }) =>
      endpoint === "token" && ours === "invalid_scope" && values("scope").some(Boolean),
  },
  {
    reason: "A parameter is sent twice, though it need not be read (RFC 6749 §3.2)",
    isOf: (facts) =>
      facts.ours === "invalid_request" &&
      repeated(facts).some((name) => name === "unknown" || name === "scope"),
  },
  {
    reason: "Each `resource` of a token request must be granted; there one is enough",
    isOf: (facts) =>
      facts.asked.endpoint === "token" && facts.ours === "invalid_target" &&
      repeated(facts).includes("resource"),
  },
  {
    reason: "A client that revokes the token of another is told so (RFC 7009 §2.1)",
    isOf: ({ asked: { endpoint }, values, ours }) =>
      endpoint === "revoke" && ours === "unauthorized_client" &&
      values("token").includes(WORDS.otherRefreshToken),
  },
];

/** Refused there alone. */
const LAXER: readonly Difference[] = [
  {
    reason: "A refresh token that was used a moment ago gets the same successor",
    isOf: ({ asked: { endpoint }, values, theirs }) =>
      endpoint === "token" && theirs === "invalid_grant" &&
      values("refresh_token").includes(WORDS.oldRefreshToken),
  },
  {
    reason: "`redirect_uri` of a token request may be left out (OAuth 2.1 §4.1.3)",
    isOf: ({ asked: { endpoint }, values, ours }) =>
      endpoint === "token" && ours === "ok" && values("redirect_uri").every((uri) => uri === ""),
  },
  {
    reason: "A resource may be written with a slash at its end (RFC 3986 §6.2)",
    isOf: ({ values, theirs }) =>
      theirs === "invalid_target" && values("resource").includes(`${WORDS.resource}/`),
  },
  {
    reason: "`registration` is not read, like any unknown parameter (RFC 6749 §3.1)",
    isOf: ({ values, theirs }) =>
      theirs === "registration_not_supported" && values("registration").length > 0,
  },
  {
    reason: "A parameter without a value is absent (RFC 6749 §3.1), so it repeats nothing",
    isOf: (facts) =>
      ["invalid_request", "invalid_target", "page"].includes(facts.theirs) &&
      ["client_id", ...repeated(facts)].some((name) => facts.values(name).includes("")),
  },
  {
    reason: "Parameters that are not read may be repeated at the authorization endpoint",
    isOf: (facts) =>
      facts.theirs === "invalid_request" && isBrowser(facts.asked) &&
      repeated(facts).some((name) => UNREAD.includes(name)),
  },
  {
    reason: "Parameters of OpenID Connect may be there without the scope `openid`",
    isOf: ({ asked, values, theirs }) =>
      isBrowser(asked) && theirs === "invalid_request" &&
      !values("scope").some((text) => text.split(" ").includes("openid")) &&
      [...values("acr_values"), ...values("id_token_hint")].some(Boolean),
  },
  {
    reason: "A token that cannot be revoked is answered as one that ended (RFC 7009 §2.2)",
    isOf: ({ asked: { endpoint }, values, theirs }) =>
      endpoint === "revoke" && theirs.startsWith("unsupported_token_type") &&
      values("token").includes(WORDS.idToken),
  },
  {
    reason: "Spaces before, between and after scopes are passed over",
    isOf: ({ values, theirs }) =>
      theirs === "invalid_scope" && values("scope").some((text) => /^ | {2}| $/.test(text)),
  },
  {
    reason: "Without `scope`, a request asks for all scopes of the resource that it names",
    isOf: ({ asked, values, theirs }) =>
      isBrowser(asked) && theirs === "access_denied" && values("scope").every((text) => !text),
  },
  {
    reason: "`token_type_hint` is a hint: an unknown one is passed over (RFC 7009 §2.1)",
    isOf: ({ values, theirs }) =>
      theirs.startsWith("unsupported_token_type") && values("token_type_hint").includes("bad"),
  },
];

/** Parameters that this server does not read at the authorization endpoint. */
const UNREAD: readonly string[] = [
  ...["claims", "display", "registration", "unknown"],
];

/** Parameters whose refusal has one code here and another there. */
const CODES: Readonly<Record<string, string>> = {
  client_id: "`client_id` without a value: `invalid_client` here, as for any unknown client",
  code_verifier: "`code_verifier`: absent is `invalid_request` here, a wrong form `invalid_grant`",
  grant_type: "`grant_type` that the client may not use: `unauthorized_client` (RFC 6749 §5.2)",
  request_uri: "`request_uri` that was not pushed: an error page, since nothing says who asks",
  response_mode: "`response_mode`: `invalid_request` here",
  response_type: "`response_type`: `unsupported_response_type` here (RFC 6749 §4.1.2.1)",
  token: "`token`: of another client `unauthorized_client`; a public client is refused before it",
  scope: "`scope`: `invalid_scope` here, `access_denied` there",
};

/** The reason of a difference; `undefined` for one that is not explained. */
export function explain(asked: Case, ours: Verdict, theirs: Verdict): string | undefined {
  const facts: Facts = {
    ...{ asked, ours, theirs },
    values: (name) => asked.fields.filter(([own]) => own === name).map(([, value]) => value),
  };
  const find = (list: readonly Difference[]) => list.find(({ isOf }) => isOf(facts))?.reason;
  if (isRefusal(ours) && isRefusal(theirs)) {
    if (asked.changed.length > 1) return "Both refuse; of several faults, another is named first";
    return CODES[asked.changed[0] ?? ""];
  }
  if (isRefusal(ours)) return find(STRICTER);
  return isRefusal(theirs) ? find(LAXER) : undefined;
}
